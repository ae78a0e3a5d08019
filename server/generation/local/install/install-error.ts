/** A failure with a sentence for people. */
export class InstallError extends Error {
  override name = 'InstallError';
  /** The same again may succeed. */
  readonly retryable: boolean;
  /** What has arrived so far is useless. */
  readonly discards: boolean;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | null;

  constructor(message: string, options: { retryable?: boolean; discards?: boolean; retryAfter?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
    this.discards = options.discards ?? false;
    this.retryAfter = options.retryAfter ?? null;
  }
}
