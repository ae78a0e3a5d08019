import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { tokenCalls } from '#server/integrations/operations/tokens.ts';
import { webhookCalls } from '#server/integrations/operations/webhooks.ts';

export function integrationOperations(deps: Deps, limits: Pick<RateLimits, 'count'>): OperationsOf<'integrations'> {
  return { ...tokenCalls(deps), ...webhookCalls(deps, limits) };
}
