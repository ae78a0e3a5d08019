import type { Sessions } from '#server/accounts/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { eventExportCalls } from '#server/events/operations/event-export-calls.ts';
import { eventCalls } from '#server/events/operations/events.ts';
import { guestCalls } from '#server/events/operations/guests.ts';
import { invitationCalls } from '#server/events/operations/invitations.ts';
import { joinCalls } from '#server/events/operations/joining.ts';
import { listCalls } from '#server/events/operations/lists.ts';
import { participantCalls } from '#server/events/operations/participants.ts';
import { platformCalls } from '#server/events/operations/platform-events.ts';
import { runningCalls } from '#server/events/operations/running-calls.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

interface Parts {
  limits: Pick<RateLimits, 'limitAttempts' | 'countGuest' | 'countMailsTo'>;
  sessions: Sessions;
}

export function eventOperations(deps: Deps, { limits, sessions }: Parts): OperationsOf<'events'> {
  return {
    ...listCalls(deps),
    ...eventExportCalls(deps),
    ...eventCalls(deps),
    ...runningCalls(deps),
    ...joinCalls(deps, limits),
    ...guestCalls(deps, { limits, sessions }),
    ...participantCalls(deps),
    ...invitationCalls(deps, limits),
    ...platformCalls(deps),
  };
}
