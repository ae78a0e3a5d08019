// A cache in memory with a lifetime and a bounded number of entries, for what is read often and changes rarely.

export interface Cache<Value> {
  /** Reads what is not cached. Concurrent callers share one read; a read that fails is not cached. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** What is cached, without waiting for anything. */
  peek(key: string): Value | undefined;
  /** Also discards the result of a read under way: only the callers that wait for it already get it. */
  delete(key: string): void;
  deleteWhere(matches: (key: string) => boolean): void;
  clear(): void;
}

export interface CacheLimits {
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
