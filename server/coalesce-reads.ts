// Request coalescing: reads of the same thing that are asked for at once are done once.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** A read that takes longer than this is stuck, and later callers do not wait for it. */
const MAX_WAIT_MS = 20;

/**
 * All callers that ask for the same key before a read begins share that read. A caller never gets a read that began before it asked, so it sees
 * everything committed by then. While one read is under way, later callers gather for the next.
 */
export function coalesceReads<Answer>(
  read: (key: string) => Promise<Answer>,
  longestWaitMs = MAX_WAIT_MS,
): (key: string) => Promise<Answer> {
  const gathering = new Map<string, Promise<Answer>>();
  const reading = new Map<string, Promise<Answer>>();

  async function begin(key: string): Promise<Answer> {
    const before = reading.get(key);
    await (before ? Promise.race([before.catch(() => undefined), wait(longestWaitMs, undefined, { ref: false })]) : nextTurn());
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
