import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { collectionCalls } from '#server/images/operations/collection-calls.ts';
import { shelfCall } from '#server/images/operations/shelf-call.ts';

export const imageOperations = (deps: Deps): OperationsOf<'images'> => ({ ...shelfCall(deps), ...collectionCalls(deps) });
