// Good calls upon what each role may do: for super administrators alone. What is wished is as it is, so that nobody else's calls change.
import { forSuper, type GoodCall, type GoodCalls } from './good-call.ts';
import type { RoleName, World } from './world.ts';

const call =
  (rest: string, json?: object) =>
  (_: World, role: RoleName): GoodCall => ({
    path: `/api/v1/platform/permissions${rest}`,
    options: json ? { json } : {},
    expected: forSuper(role),
  });

const asItIs = { role: 'user', flag: 'participate_events', granted: true };

export const goodPermissionCalls: GoodCalls = {
  getPermissions: call(''),
  previewPermission: call('/effect', asItIs),
  changePermission: call('/change', asItIs),
};
