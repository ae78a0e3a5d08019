import { ApiError, NetworkError } from '#src/transport/problem.ts';

/** Why joining failed and what to do, for a person who stands at the door of an event. */
export function joinFailure(error: unknown): string {
  if (error instanceof NetworkError) return 'Joining needs a connection. Your code is kept here: try again when there is one.';
  if (!(error instanceof ApiError)) return 'Joining did not work. Try again.';
  switch (error.code) {
    case 'unknown_code':
      return 'No event has this code. Compare it with the invitation; capitals and dashes do not matter.';
    case 'event_closed':
      return 'This event takes no new guests any more. Ask its organizer if you think it should.';
    case 'rate_limited':
      return 'Too many tries. Wait a minute, then enter the code again.';
    default:
      return error.message;
  }
}
