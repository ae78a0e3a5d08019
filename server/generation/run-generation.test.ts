import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Suspended } from '#server/generation/generator.ts';
import { suspendOnStop } from '#server/generation/run-generation.ts';

test('however many generations run until the server stops, its stop is listened to once', () => {
  const stop = new AbortController();
  const signals = Array.from({ length: 12 }, () => AbortSignal.any([suspendOnStop(stop.signal), new AbortController().signal]));
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  stop.abort(new Error('It stops.'));
  for (const { reason } of signals) expect(reason).toBeInstanceOf(Suspended);
  expect(suspendOnStop(stop.signal).aborted).toBe(true);
});
