import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { eventCalls } from '#server/events/operations/event-calls.ts';
import { invitationCalls } from '#server/events/operations/invitation-calls.ts';
import { joinCalls } from '#server/events/operations/join-calls.ts';
import { listCalls } from '#server/events/operations/list-calls.ts';
import { participantCalls } from '#server/events/operations/participant-calls.ts';
import { runningCalls } from '#server/events/operations/running-calls.ts';

export function eventOperations(deps: Deps, limits: Pick<RateLimits, 'guessing'>): OperationsOf<'events'> {
  return {
    ...listCalls(deps),
    ...eventCalls(deps),
    ...runningCalls(deps),
    ...joinCalls(deps, limits),
    ...participantCalls(deps),
    ...invitationCalls(deps),
  };
}
