import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { adminCalls } from '#server/organizations/operations/admin-calls.ts';
import { approvalCalls } from '#server/organizations/operations/approval-calls.ts';
import { exportCalls } from '#server/organizations/operations/export-calls.ts';
import { foundingCalls } from '#server/organizations/operations/founding-calls.ts';
import { inspectionCalls } from '#server/organizations/operations/inspection-calls.ts';
import { lookChange, type TellEvents } from '#server/organizations/operations/look.ts';
import { memberCalls } from '#server/organizations/operations/member-calls.ts';
import { memberInvitationCalls, type ProveInvited } from '#server/organizations/operations/member-invitation-calls.ts';
import { organizationCalls } from '#server/organizations/operations/organization-calls.ts';
import { pictureCalls } from '#server/organizations/operations/picture-calls.ts';
import { settingsCalls } from '#server/organizations/operations/settings-calls.ts';
import type { Pictures } from '#server/organizations/pictures.ts';

/** @param tellEvents of a change that events show: they are another domain's */
export function organizationOperations(
  deps: Deps,
  pictures: Pictures,
  tellEvents: TellEvents,
  { limits, proveAddress }: { limits: Pick<RateLimits, 'countMailsTo' | 'countPicture'>; proveAddress: ProveInvited },
): OperationsOf<'organizations'> {
  const look = lookChange(tellEvents);
  return {
    ...organizationCalls(deps),
    ...inspectionCalls(deps),
    ...foundingCalls(deps),
    ...approvalCalls(deps),
    ...adminCalls(deps),
    ...settingsCalls(deps, { pictures, look, limits }),
    ...pictureCalls(deps, pictures, look),
    ...memberCalls(deps),
    ...exportCalls(deps),
    ...memberInvitationCalls(deps, { limits, proveAddress }),
  };
}
