import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { adminCalls } from '#server/organizations/operations/admins.ts';
import { approvalCalls } from '#server/organizations/operations/approvals.ts';
import { brandingChangeNotifier, type NotifyEvents } from '#server/organizations/operations/branding.ts';
import { exportCalls } from '#server/organizations/operations/exports.ts';
import { foundingCalls } from '#server/organizations/operations/founding-calls.ts';
import { inspectionCalls } from '#server/organizations/operations/inspection-calls.ts';
import { memberInvitationCalls, type ProveInvitedEmail } from '#server/organizations/operations/member-invitations.ts';
import { memberCalls } from '#server/organizations/operations/members.ts';
import { organizationCalls } from '#server/organizations/operations/organizations.ts';
import { pictureCalls } from '#server/organizations/operations/pictures.ts';
import { settingsCalls } from '#server/organizations/operations/settings.ts';
import type { PictureRenderer } from '#server/organizations/pictures.ts';

/** @param tellEvents of a change that events show: they are another domain's */
export function organizationOperations(
  deps: Deps,
  pictures: PictureRenderer,
  tellEvents: NotifyEvents,
  { limits, proveAddress }: { limits: Pick<RateLimits, 'countMailsTo' | 'countPicture'>; proveAddress: ProveInvitedEmail },
): OperationsOf<'organizations'> {
  const look = brandingChangeNotifier(tellEvents);
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
