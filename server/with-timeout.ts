/** It may come yet. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Waits for `work` up to a time limit. The work itself continues; its later result is ignored.
 * @throws {TimeoutError}
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
