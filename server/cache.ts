import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

interface Cache<Value> {
  /** Returns the cached value, or reads it. Concurrent callers share one read; a failed read is not cached. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** The cached value, if it is available synchronously. */
  peek(key: string): Value | undefined;
  /** Also discards the result of a read under way: only the callers that wait for it already get it. */
  delete(key: string): void;
  deleteWhere(matches: (key: string) => boolean): void;
  clear(): void;
}

interface CacheLimits {
  ttlMs: number;
  /** Number of entries. The oldest are evicted first. */
  max: number;
}

interface Entry<Value> {
  value: Promise<Value>;
  /** Once it is read. */
  known?: Value;
  readAt: number;
}

/** An in-memory cache with a lifetime and a bounded number of entries, for data that is read often and changes rarely. */
export function createCache<Value>({ ttlMs, max }: CacheLimits, now: () => number = performance.now.bind(performance)): Cache<Value> {
  const entries = new Map<string, Entry<Value>>();

  return {
    get(key, read) {
      const cached = entries.get(key);
      if (cached && now() - cached.readAt < ttlMs) return cached.value;
      const entry: Entry<Value> = { value: read(), readAt: now() };
      entries.delete(key);
      entries.set(key, entry);
      entry.value.then(
        (known) => (entry.known = known),
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      for (const oldest of entries.keys()) {
        if (entries.size <= max) break;
        entries.delete(oldest);
      }
      return entry.value;
    },
    peek(key) {
      const cached = entries.get(key);
      return cached && now() - cached.readAt < ttlMs ? cached.known : undefined;
    },
    delete: (key) => void entries.delete(key),
    deleteWhere(matches) {
      for (const key of entries.keys()) if (matches(key)) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}

/** A read that takes longer than this is stuck, and later callers do not wait for it. */
const MAX_WAIT_MS = 20;

/**
 * Request coalescing: all callers that ask for the same key before a read begins share that read. A caller never gets a read that began before it asked, so it sees
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
