import { Problem } from './problem.ts';

/** Limits the open streams of each account, per kind and process, to `most`. */
export function createConcurrencyLimiter(most: number, tooMany: string, retryAfterS = 30) {
  const openOf = new Map<string, number>();
  return {
    /**
     * Call the returned function once when the stream has ended.
     * @throws {Problem} 429 `too_many_requests`
     */
    enter(userId: string): () => void {
      const open = openOf.get(userId) ?? 0;
      if (open >= most) throw new Problem(429, 'too_many_requests', tooMany, { headers: { 'retry-after': String(retryAfterS) } });
      openOf.set(userId, open + 1);
      return () => {
        const left = (openOf.get(userId) ?? 0) - 1;
        if (left > 0) openOf.set(userId, left);
        else openOf.delete(userId);
      };
    },
  };
}
