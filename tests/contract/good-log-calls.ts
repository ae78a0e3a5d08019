// Good calls upon the audit trail: for super administrators alone.
import { isSignedIn, type GoodCall, type GoodCalls } from './good-call.ts';
import type { RoleName, World } from './world.ts';

const forSuper = (role: RoleName, fine = 200) => [isSignedIn(role) ? (role === 'super' ? fine : 403) : 401];

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
