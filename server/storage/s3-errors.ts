// Errors of an S3 service: without the signatures and keys that the SDK's errors contain, and as sentences for the person who starts the server.
import { ConfigError } from '#server/config.ts';
import { errorCode } from '#server/storage/local-files.ts';
import type { S3Settings } from '#server/storage/s3-settings.ts';
import type { VariableName } from '#server/variables.ts';

/** What a proxy in front of the service answers with has no code of S3. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const CODES_OF_TEMPORARY = /^(InternalError|RequestTimeout|SlowDown)$/;

/** A failed call. The SDK has retried it where that can help. */
export class S3Failure extends Error {
  override name = 'S3Failure';
  /** The service's or the system's, such as `NoSuchKey` or `ECONNREFUSED`. */
  readonly code: string;
  /** Of HTTP; undefined without an answer. */
  readonly status: number | undefined;

  constructor(code: string, message: string, status: number | undefined) {
    super(`${code}: ${message}`);
    this.code = code;
    this.status = status;
  }

  static of(error: unknown): S3Failure {
    if (error instanceof S3Failure) return error;
    if (!(error instanceof Error)) return new S3Failure('Unknown', String(error), undefined);
    const [code, status] = [errorCode(error) ?? error.name, statusOf(error)];
    const isTemporary = status !== undefined && TEMPORARY.has(status) && !CODES_OF_TEMPORARY.test(code);
    return new S3Failure(isTemporary ? 'ServiceUnavailable' : code, error.message, status);
  }

  get isMissingObject(): boolean {
    return this.code === 'NoSuchKey' || this.code === 'NotFound';
  }
}

function statusOf(error: Error): number | undefined {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const status: unknown = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : 0;
  return typeof status === 'number' && status > 0 ? status : undefined;
}

/** The service does not work now and may later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** What the access key must be allowed to do. */
export type S3Right = 'list objects' | 'write objects' | 'read objects' | 'delete objects';

const OF_THE_ADDRESS = new Set(['ENOTFOUND', 'EPROTO', 'ERR_INVALID_URL', 'SyntaxError']);
const OF_THE_CERTIFICATE = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** As Garage words it, under the code of a missing right. */
const WRONG_KEYS = /no such key|invalid signature/i;
const OF_THE_REGION = new Set(['AuthorizationHeaderMalformed', 'PermanentRedirect', 'IllegalLocationConstraintException']);

/** Why the server can't use its bucket, and what to change. Contains no secret. */
export function explainS3Failure({ code, status, message }: S3Failure, settings: S3Settings, right: S3Right): Error {
  const { bucket, endpoint, region, encryption } = settings;
  const where = endpoint ?? `AWS in ${region}`;
  const wrong = (name: VariableName, why: string) => new ConfigError(`${name} is wrong: ${why}.`);
  if (code === 'NoSuchBucket') return wrong('S3_BUCKET', `${where} has no bucket "${bucket}". Create it first, or correct the name`);
  if (code === 'InvalidAccessKeyId') return wrong('S3_ACCESS_KEY_ID', `${where} does not know this key`);
  if (code === 'SignatureDoesNotMatch' || (status === 403 && WRONG_KEYS.test(message)))
    // Some services answer the same to a key that they don't know.
    return new ConfigError(
      `S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong: ${where} refuses them together. The secret must belong to the key, and both to this service.`,
    );
  if (code === 'RequestTimeTooSkewed')
    return new ConfigError(`The clock of this machine is wrong: it differs by more than 15 minutes from the one of ${where}. Correct it.`);
  if (OF_THE_REGION.has(code)) {
    const expected = /expecting '([A-Za-z0-9-]+)'/.exec(message)?.[1];
    const instead = expected === undefined ? 'Set the region of the bucket' : `Set it to ${expected}`;
    return wrong('S3_REGION', `the bucket "${bucket}" is not in ${region}. ${instead}`);
  }
  if (code === 'NotImplemented' && encryption !== null && right === 'write objects')
    return wrong('S3_ENCRYPTION', `${where} does not support ${encryption}. Remove the variable, or encrypt the bucket itself`);
  if (OF_THE_CERTIFICATE.test(code)) return wrong('S3_ENDPOINT', `the certificate of ${where} is not trusted (${code})`);
  if (OF_THE_ADDRESS.has(code) || status === 200) return wrong('S3_ENDPOINT', `there is no S3 service at ${where} (${code})`);
  if (status === 403)
    return new ConfigError(
      `S3_ACCESS_KEY_ID may not ${right} in the bucket "${bucket}" (${code}). Give it the right to list, read, write and delete objects.`,
    );
  if (status === undefined || status >= 500 || status === 429)
    return new StorageUnavailable(`The S3 service at ${where} does not answer as it should (${code}). Try again when it works.`);
  return new ConfigError(`The S3 service at ${where} refuses to ${right} in the bucket "${bucket}" (${code}).`);
}
