/** It may come yet. */
export class TooLate extends Error {
  override name = 'TooLate';
}

/**
 * Waits for `work` at most so long. The work itself goes on; what becomes of it later is nobody's concern.
 * @throws {TooLate}
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
