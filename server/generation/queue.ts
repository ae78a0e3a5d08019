import type { Tx } from '#server/db/types.ts';
import type { GenerationRow } from '#server/generation/generations-repository.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

/**
 * Fairly: a person's generation comes after as many rounds as they had under way, and nobody has all workers while others wait. A job without a
 * key: with the one of the job at work it would take that one's place where it was taken back meanwhile, and go when that one ends.
 */
export function queueGeneration(
  tx: Tx,
  jobs: Jobs,
  { id, userId, rank }: Pick<GenerationRow, 'id' | 'userId' | 'rank'>,
  options: { runAt?: Date } = {},
): Promise<void> {
  return jobs.add(tx, 'make-generation', { generationId: id }, { owner: userId, rank, ...options });
}
