// Good calls upon the audit trail: for super administrators alone.
import { forSuper, type GoodCall, type GoodCalls } from './good-call.ts';
import type { RoleName, World } from './world.ts';

const call =
  (rest: string, json?: object) =>
  (_: World, role: RoleName): GoodCall => ({
    path: `/api/v1/platform/logs${rest}`,
    options: json ? { json } : {},
    expected: forSuper(role),
  });

export const goodLogCalls: GoodCalls = {
  listLogs: call(''),
  getLog: call('/1'),
  exportLogs: call('/export'),
  exportLogLines: call('/export-lines'),
  getLogSeal: call('/seal'),
  verifyLogs: call('/verify', { behind: 0 }),
  changeLogRetention: call('/retention', { days: 365 }),
};
