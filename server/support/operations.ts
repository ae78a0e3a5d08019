import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { screenshotCalls, type ScreenshotMaker, ticketCalls, ticketMessageCalls } from '#server/support/operations/tickets.ts';

interface Parts {
  limits: Pick<RateLimits, 'countTicket'>;
  pictures: ScreenshotMaker;
}

export function supportOperations(deps: Deps, { limits, pictures }: Parts): OperationsOf<'support'> {
  return {
    ...ticketCalls(deps, limits),
    ...ticketMessageCalls(deps, limits),
    ...screenshotCalls(deps, limits, pictures),
  };
}
