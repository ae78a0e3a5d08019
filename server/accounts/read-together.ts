// What many requests ask at once, read once for all of them.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** Where a reading takes longer, something is wrong, and nobody is made to wait for another's. */
const MOST_WAIT_MS = 20;

/**
 * Whoever asks shares an answer with all who ask the same until its reading begins, and never one that began before they asked: what was
 * committed by then is seen. While one is read, the next gathers.
 */
export function readTogether<Answer>(read: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const gathering = new Map<string, Promise<Answer>>();
  const reading = new Map<string, Promise<Answer>>();

  async function begin(key: string): Promise<Answer> {
    const before = reading.get(key);
    await (before ? Promise.race([before.catch(() => undefined), wait(MOST_WAIT_MS, undefined, { ref: false })]) : nextTurn());
    gathering.delete(key);
    const answer = read(key);
    reading.set(key, answer);
    try {
      return await answer;
    } finally {
      if (reading.get(key) === answer) reading.delete(key);
    }
  }

  return (key) => {
    const known = gathering.get(key);
    if (known) return known;
    const next = begin(key);
    gathering.set(key, next);
    return next;
  };
}
