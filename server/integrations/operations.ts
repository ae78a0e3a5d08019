import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { tokenCalls } from '#server/integrations/operations/tokens.ts';
import { webhookCalls } from '#server/integrations/operations/webhooks.ts';

export function integrationOperations(deps: Deps): OperationsOf<'integrations'> {
  return { ...tokenCalls(deps), ...webhookCalls(deps) };
}
