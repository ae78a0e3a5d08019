import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { batchCalls } from '#server/images/operations/batches.ts';
import { collectionCalls } from '#server/images/operations/collections.ts';
import { historyCalls } from '#server/images/operations/history.ts';
import { libraryCalls } from '#server/images/operations/library.ts';

export const imageOperations = (deps: Deps, catalog: Catalog): OperationsOf<'images'> => ({
  ...libraryCalls(deps),
  ...historyCalls(deps),
  ...collectionCalls(deps),
  ...batchCalls(deps, catalog),
});
