import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { approvalCalls } from '#server/organizations/operations/approvals.ts';
import { memberInvitationCalls, type ProveInvitedEmail } from '#server/organizations/operations/member-invitations.ts';
import { adminCalls, memberCalls, memberExportCall } from '#server/organizations/operations/members.ts';
import {
  foundingCalls,
  inspectionCalls,
  organizationCalls,
  organizationExportCall,
} from '#server/organizations/operations/organizations.ts';
import { brandingChangeNotifier, type NotifyEvents, pictureCalls, settingsCalls } from '#server/organizations/operations/settings.ts';
import type { PictureRenderer } from '#server/organizations/pictures.ts';

/** @param notifyEvents notifies events, which are another domain */
export function organizationOperations(
  deps: Deps,
  pictures: PictureRenderer,
  notifyEvents: NotifyEvents,
  { limits, proveAddress }: { limits: Pick<RateLimits, 'countMailsTo' | 'countPicture'>; proveAddress: ProveInvitedEmail },
): OperationsOf<'organizations'> {
  const notifyChange = brandingChangeNotifier(notifyEvents);
  return {
    ...organizationCalls(deps),
    ...inspectionCalls(deps),
    ...foundingCalls(deps),
    ...approvalCalls(deps),
    ...adminCalls(deps),
    ...settingsCalls(deps, { pictures, notifyChange, limits }),
    ...pictureCalls(deps, pictures, notifyChange),
    ...memberCalls(deps),
    ...memberExportCall(deps),
    ...organizationExportCall(deps),
    ...memberInvitationCalls(deps, { limits, proveAddress }),
  };
}
