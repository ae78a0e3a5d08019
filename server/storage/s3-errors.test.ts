import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { toProblem } from '#server/http/errors.ts';
import { explainS3Failure, S3Failure, type S3Right, StorageUnavailable } from '#server/storage/s3-errors.ts';
import type { Environment } from '#server/variables.ts';

const settings = (env: Environment = {}) => {
  const keys = { S3_ACCESS_KEY_ID: 'the-key', S3_SECRET_ACCESS_KEY: 'the-secret' };
  const { s3 } = readConfig({ S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example.org', ...keys, ...env });
  if (!s3) throw new Error('no bucket is configured');
  return s3;
};
const explain = (code: string, status: number | undefined, right: S3Right = 'list objects', message = '', env: Environment = {}) =>
  explainS3Failure(new S3Failure(code, message, status), settings(env), right);

describe('a failure of S3', () => {
  it.each<[string, number | undefined, RegExp]>([
    [
      'NoSuchBucket',
      404,
      /^S3_BUCKET is wrong: https:\/\/s3\.example\.org has no bucket "photos"\. Create it first, or correct the name\.$/,
    ],
    ['InvalidAccessKeyId', 403, /^S3_ACCESS_KEY_ID is wrong: https:\/\/s3\.example\.org does not know this key\.$/],
    [
      'SignatureDoesNotMatch',
      403,
      /^S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong: https:\/\/s3\.example\.org refuses them together\. The secret must belong to the key, and both to this service\.$/,
    ],
    ['RequestTimeTooSkewed', 403, /^The clock of this machine is wrong: it differs by more than 15 minutes from .*\. Correct it\.$/],
    ['PermanentRedirect', 301, /^S3_REGION is wrong: the bucket "photos" is not in us-east-1\. Set the region of the bucket\.$/],
    ['AccessDenied', 403, /^S3_ACCESS_KEY_ID may not list objects in the bucket "photos" \(AccessDenied\)\. Give it the right to list/],
    ['ENOTFOUND', undefined, /^S3_ENDPOINT is wrong: there is no S3 service at https:\/\/s3\.example\.org \(ENOTFOUND\)\.$/],
    ['SyntaxError', 200, /^S3_ENDPOINT is wrong: there is no S3 service/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, /^S3_ENDPOINT is wrong: the certificate of .* is not trusted/],
    [
      'MethodNotAllowed',
      405,
      /^The S3 service at https:\/\/s3\.example\.org refuses to list objects in the bucket "photos" \(MethodNotAllowed\)\.$/,
    ],
  ])('%s is explained by a sentence that names what to change', (code, status, sentence) => {
    const error = explain(code, status);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(sentence);
  });

  it.each<[string, number | undefined]>([
    ['ECONNREFUSED', undefined],
    ['TimeoutError', undefined],
    ['SlowDown', 503],
    ['InternalError', 500],
    ['TooManyRequests', 429],
  ])('%s may end by itself', (code, status) => {
    expect(explain(code, status)).toBeInstanceOf(StorageUnavailable);
  });

  it.each([
    [503, 'Unknown', 503],
    [502, 'SyntaxError', 503],
    [429, 'TooManyRequests', 503],
    [500, 'InternalError', 503],
    [501, 'NotImplemented', 500],
    [200, 'SyntaxError', 500],
  ])('with status %i and the code %s, also of a proxy in front of the service, is answered by %i', (httpStatusCode, name, answered) => {
    const error = Object.assign(new Error('no answer of S3'), { name, $metadata: { httpStatusCode } });
    expect(toProblem(S3Failure.of(error)).status).toBe(answered);
  });

  it.each<[string, number | undefined, number]>([
    ['SlowDown', 503, 503],
    ['TimeoutError', undefined, 503],
    ['ECONNRESET', undefined, 503],
    ['AccessDenied', 403, 500],
  ])('%s is answered to a request so that it is repeated, or not', (code, status, answered) => {
    expect(toProblem(new S3Failure(code, '', status)).status).toBe(answered);
  });

  it.each(['Forbidden: No such key: GK0123', 'Forbidden: Invalid signature'])('%s is about the keys, not about rights', (message) => {
    const error = explain('AccessDenied', 403, 'list objects', message);
    expect(error.message).toMatch(/^S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong/);
    expect(error.message).not.toContain('GK0123');
  });

  it('names the region that the service expects, and the place on AWS', () => {
    const message = `The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'eu-central-1'`;
    expect(explain('AuthorizationHeaderMalformed', 400, 'list objects', message).message).toMatch(/Set it to eu-central-1\.$/);
    expect(explain('NoSuchBucket', 404, 'list objects', '', { S3_ENDPOINT: undefined }).message).toContain(
      'AWS in us-east-1 has no bucket',
    );
  });

  it('blames the encryption only if one is configured', () => {
    const encrypted = explain('NotImplemented', 501, 'write objects', '', { S3_ENCRYPTION: 'AES256' });
    expect(encrypted.message).toMatch(/^S3_ENCRYPTION is wrong: https:\/\/s3\.example\.org does not support AES256\./);
    expect(explain('NotImplemented', 501, 'write objects')).toBeInstanceOf(StorageUnavailable);
  });

  it('keeps nothing of the request that it answers', () => {
    const error = Object.assign(new Error('The signature does not match.'), {
      name: 'SignatureDoesNotMatch',
      AWSAccessKeyId: 'the-key',
      StringToSign: 'AWS4-HMAC-SHA256 signed',
      $metadata: { httpStatusCode: 403 },
      $response: { headers: { authorization: 'Credential=the-key' } },
    });
    const failure = S3Failure.of(error);
    expect(failure).toMatchObject({
      code: 'SignatureDoesNotMatch',
      status: 403,
      message: 'SignatureDoesNotMatch: The signature does not match.',
    });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/the-key|AWS4|authorization/);
    expect(S3Failure.of(failure)).toBe(failure);
  });
});
