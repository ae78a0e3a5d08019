import { authCalls } from '#server/accounts/operations/auth.ts';
import { emailCalls, type ProveEmailOwnership } from '#server/accounts/operations/email.ts';
import { guestAccountCalls, passkeyUpgradeCalls } from '#server/accounts/operations/guests.ts';
import { impersonationCalls } from '#server/accounts/operations/impersonation.ts';
import {
  accountStreamCall,
  avatarCalls,
  type AvatarRenderer,
  meCalls,
  notificationPreferenceCalls,
} from '#server/accounts/operations/me.ts';
import { passkeyCalls } from '#server/accounts/operations/passkeys.ts';
import { passwordCalls } from '#server/accounts/operations/password.ts';
import { permissionCalls } from '#server/accounts/operations/permissions.ts';
import { twoFactorCalls } from '#server/accounts/operations/two-factor.ts';
import { userCalls, userExportCall } from '#server/accounts/operations/users.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkeys.ts';
import type { Reauthenticate } from '#server/accounts/passwords.ts';
import type { Sessions, TrustedDevices } from '#server/accounts/sessions.ts';
import type { SecondFactors, TwoFactorSecrets } from '#server/accounts/two-factor.ts';
import type { AuditAggregator } from '#server/audit/aggregation.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

interface Parts {
  sessions: Sessions;
  devices: TrustedDevices;
  /** Secrets of authenticator apps. */
  secrets: TwoFactorSecrets;
  secondFactors: SecondFactors;
  ceremonies: PasskeyCeremonies;
  prove: Reauthenticate;
  proveAddress: ProveEmailOwnership;
  limits: Pick<RateLimits, 'countLogin' | 'countUnfamiliarLogin' | 'countCode' | 'countMail' | 'countMailsTo'>;
  pictures: AvatarRenderer;
  /** Limits audit entries that anonymous requests can cause. */
  repeats: AuditAggregator;
}

export function accountOperations(deps: Deps, parts: Parts): OperationsOf<'accounts'> {
  return {
    ...authCalls(deps, parts),
    ...twoFactorCalls(deps, parts),
    ...passkeyCalls(deps, parts),
    ...guestAccountCalls(deps, parts),
    ...passkeyUpgradeCalls(deps, parts),
    ...userCalls(deps),
    ...userExportCall(deps),
    ...impersonationCalls(deps),
    ...permissionCalls(deps),
    ...passwordCalls(deps, parts),
    ...meCalls(deps),
    ...emailCalls(deps, parts),
    ...avatarCalls(deps, parts),
    ...notificationPreferenceCalls(deps),
    ...accountStreamCall(deps),
  };
}
