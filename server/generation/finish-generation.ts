// How a generation ends, however it does: its credits are settled in the transaction that says so.
import { settleCredits } from '#server/billing/credits-repository.ts';
import type { generations } from '#server/db/schema/generation.ts';
import type { Tx } from '#server/db/types.ts';
import { changeUnfinished, listUnfinished, nextGenerationSeq, type GenerationRow } from '#server/generation/generations-repository.ts';
import { listStoredPositions } from '#server/generation/image-repository.ts';

type GenerationOutcome = Pick<typeof generations.$inferInsert, 'warnings' | 'error'> & { status: 'succeeded' | 'failed' | 'cancelled' };

/**
 * False: it had ended before, or another run makes it. What was made until now is paid for, the rest given back.
 * @param generation with the run that ends it; without one it is ended from outside
 * @param seq of this change, by `nextGenerationSeq`: the caller holds the person's counter
 */
export async function finishGeneration(
  tx: Tx,
  { unitCredits, ...generation }: Pick<GenerationRow, 'id' | 'unitCredits'> & { runId?: string },
  seq: number,
  { status, ...rest }: GenerationOutcome,
): Promise<boolean> {
  const { id } = generation;
  const made = (await listStoredPositions(tx, id)).length;
  const credits = made * unitCredits;
  const progress = status === 'succeeded' ? 1 : null;
  const told = { status, ...rest, progress, message: null, credits, seq, finishedAt: new Date() };
  const isChanged = await changeUnfinished(tx, generation, told);
  if (isChanged) await settleCredits(tx, id, credits);
  return isChanged;
}

/** Cancels whatever a person has under way, as when their account goes. */
export async function cancelGenerationsOf(tx: Tx, userId: string): Promise<void> {
  // The counter first: nothing new begins until the transaction ends.
  const first = await nextGenerationSeq(tx, userId);
  const left = await listUnfinished(tx, userId);
  for (const [at, generation] of left.entries())
    await finishGeneration(tx, generation, at === 0 ? first : await nextGenerationSeq(tx, userId), { status: 'cancelled' });
}
