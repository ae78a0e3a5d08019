import type { Sessions } from '#server/accounts/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { eventCalls } from '#server/events/operations/event-calls.ts';
import { eventExportCalls } from '#server/events/operations/event-export-calls.ts';
import { guestCalls } from '#server/events/operations/guest-calls.ts';
import { invitationCalls } from '#server/events/operations/invitation-calls.ts';
import { joinCalls } from '#server/events/operations/join-calls.ts';
import { listCalls } from '#server/events/operations/list-calls.ts';
import { participantCalls } from '#server/events/operations/participant-calls.ts';
import { platformCalls } from '#server/events/operations/platform-calls.ts';
import { runningCalls } from '#server/events/operations/running-calls.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

interface Parts {
  limits: Pick<RateLimits, 'guessing' | 'countGuest' | 'countMailsTo'>;
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
