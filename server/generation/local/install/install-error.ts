import { errorCode } from '#server/storage/local-files.ts';

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

/** The reason of a connection that broke or did not come about; null for other errors. */
export function connectionFailure(error: unknown, address: string): InstallError | null {
  const { host } = new URL(address);
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new InstallError(`The name ${host} can’t be resolved. Is this server online?`, { retryable: true, cause: error });
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|UND_|HPE_)/.test(code))
    return new InstallError(`The connection to ${host} broke (${code}).`, { retryable: true, cause: error });
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code))
    return new InstallError(`The certificate of ${host} isn’t valid (${code}).`, { cause: error });
  return null;
}
