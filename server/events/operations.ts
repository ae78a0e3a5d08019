import type { Sessions } from '#server/accounts/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { eventCalls } from '#server/events/operations/events.ts';
import { invitationCalls } from '#server/events/operations/invitations.ts';
import { guestCalls, joinCalls } from '#server/events/operations/joining.ts';
import { participantCalls } from '#server/events/operations/participants.ts';
import { platformCalls } from '#server/events/operations/platform-events.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

interface Parts {
  limits: Pick<RateLimits, 'limitAttempts' | 'countGuest' | 'countMailsTo'>;
  sessions: Sessions;
}

export function eventOperations(deps: Deps, { limits, sessions }: Parts): OperationsOf<'events'> {
  return {
    ...eventCalls(deps),
    ...joinCalls(deps, limits),
    ...guestCalls(deps, { limits, sessions }),
    ...participantCalls(deps),
    ...invitationCalls(deps, limits),
    ...platformCalls(deps),
  };
}
