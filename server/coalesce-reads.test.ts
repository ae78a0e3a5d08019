import { expect, test, vi } from 'vitest';
import { coalesceReads } from '#server/coalesce-reads.ts';

/** A reading whose answers are given by hand, in the order in which they began. */
function heldReading() {
  const begun: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = (key: string) => new Promise<string>((answer, fail) => begun.push({ key, answer, fail }));
  return { begun, ask: coalesceReads(read), count: (expected: number) => vi.waitFor(() => expect(begun).toHaveLength(expected)) };
}

test('those who ask the same at once share one reading, others have their own', async () => {
  const { begun, ask, count } = heldReading();
  const answers = Promise.all([ask('a'), ask('a'), ask('b'), ask('a')]);
  await count(2);
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  begun[0]!.answer('of a');
  begun[1]!.answer('of b');
  expect(await answers).toEqual(['of a', 'of a', 'of b', 'of a']);
});

test('who asks while one is read takes the next one, and nobody an answer that began before', async () => {
  const { begun, ask, count } = heldReading();
  const first = ask('a');
  await count(1);
  const later = Promise.all([ask('a'), ask('a')]);
  begun[0]!.answer('old');
  expect(await first).toBe('old');
  await count(2);
  begun[1]!.answer('new');
  expect(await later).toEqual(['new', 'new']);
  const last = ask('a');
  await count(3);
  begun[2]!.answer('newest');
  expect(await last).toBe('newest');
});

test('one that hangs or fails holds up nobody but those who asked for it', async () => {
  const { begun, ask, count } = heldReading();
  const hanging = ask('a');
  await count(1);
  const next = ask('a');
  // Begun beside the one that hangs.
  await count(2);
  begun[1]!.answer('here');
  expect(await next).toBe('here');
  begun[0]!.fail(new Error('gone'));
  await expect(hanging).rejects.toThrow('gone');
  const after = ask('a');
  await count(3);
  begun[2]!.answer('again');
  expect(await after).toBe('again');
});
