import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { cachePictures } from '#server/storage/cached.ts';
import { openStorage as openInstallation } from '#server/storage/open.ts';
import { StorageUnavailable } from '#server/storage/s3-errors.ts';
import { openS3Storage } from '#server/storage/s3.ts';
import type { Storage } from '#server/storage/storage.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { openBucket, type S3Server, s3Settings, startS3Server } from '#tests/support/s3-server.ts';
import { testStorage } from '#tests/support/storage-behavior.ts';

const MB = 1024 * 1024;

let server: S3Server;
let proxy: FaultProxy;
let folder: string;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await FaultProxy.start(server.endpoint);
  folder = await mkdtemp(path.join(tmpdir(), 'ais-s3-'));
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const warnings: string[] = [];
const openStorage = (env: Record<string, string> = {}, at = folder): Promise<Storage> =>
  openS3Storage(s3Settings({ ...server.env, ...env }), at, (warning) => warnings.push(warning));

describe('S3', () => testStorage((at) => openStorage({}, at)));
describe('S3 with a prefix', () => testStorage((at) => openStorage({ S3_PREFIX: 'an/installation' }, at)));

describe('S3 behind the cache of pictures', () => {
  const failures: unknown[] = [];
  let close: () => Promise<void>;
  afterAll(() => close());
  testStorage(async (at) => {
    const config = readConfig({ ...server.env, S3_PREFIX: 'cached', DATA_DIR: at });
    const cached = cachePictures(await openStorage({ S3_PREFIX: 'cached' }, at), config, {
      warn: (failure: unknown) => failures.push(failure),
    });
    ({ close } = cached);
    return cached.storage;
  });
  it('had no failure', () => expect(failures).toEqual([]));
});

describe('S3 over a bad connection', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage({ S3_ENDPOINT: proxy.url, S3_PREFIX: 'bad' });
  });
  afterEach(() => {
    vi.useRealTimers();
    proxy.clearFaults();
  });
  const read = async (key: string) => buffer((await storage.get(key))!.stream);

  it('goes on with a download that ends in the middle', async () => {
    const bytes = randomBytes(3 * MB);
    await storage.put('cut/get', bytes);
    proxy.addFault('GET', /cut\/get/, { kind: 'cut-answer', afterBytes: MB }, 2);
    expect((await read('cut/get')).equals(bytes)).toBe(true);
    expect(proxy.count('GET', /cut\/get/)).toBe(3);

    proxy.addFault('GET', /cut\/get/, { kind: 'cut-answer', afterBytes: MB }, 1);
    const object = await storage.open('cut/get');
    const chunks: Buffer[] = [];
    for await (const chunk of object!.read({ start: 0, end: bytes.length - 1 }, Buffer.alloc(100_000))) chunks.push(Buffer.from(chunk));
    await object!.close();
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  it('fails, and never ends early, when every answer is cut', async () => {
    await storage.put('cut/always', randomBytes(MB));
    proxy.addFault('GET', /cut\/always/, { kind: 'cut-answer', afterBytes: 0 });
    await expect(read('cut/always')).rejects.toThrow();
  });

  it('does not mix two objects when one is replaced during a download', async () => {
    await storage.put('cut/replaced', randomBytes(3 * MB));
    proxy.addFault('GET', /cut\/replaced/, { kind: 'cut-answer', afterBytes: MB }, 1);
    const object = await storage.get('cut/replaced');
    await storage.put('cut/replaced', randomBytes(3 * MB));
    await expect(buffer(object!.stream)).rejects.toThrow('PreconditionFailed');
  });

  it('refuses the answer of a proxy that ignores ranges', async () => {
    await storage.put('whole', randomBytes(MB));
    proxy.addFault('GET', /whole/, { kind: 'answer', status: 200, headers: { 'content-length': '4' }, body: 'else' });
    await expect(storage.get('whole', { start: 100, end: 103 })).rejects.toThrow('MissingContentRange');
  });

  it('sends a bounded number of objects at once to a bucket that hangs, so that they don’t fill the memory', async () => {
    const bytes = randomBytes(MB);
    proxy.addFault('PUT', /hanging/, { kind: 'hold-request' });
    const putting = Array.from({ length: 40 }, (_, nr) => storage.put(`hanging/${nr}`, bytes));
    await expect.poll(() => proxy.count('PUT', /hanging/)).toBe(16);
    await new Promise((resolve) => void setTimeout(resolve, 300));
    expect(proxy.count('PUT', /hanging/)).toBe(16);
    proxy.clearFaults();
    await Promise.all(putting);
    for (const nr of [0, 39]) expect((await read(`hanging/${nr}`)).equals(bytes)).toBe(true);
  });

  it('signs addresses that are valid now although the clock of this machine is ten minutes late', async () => {
    await storage.put('late', Buffer.from('late'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 });
    const late = await openStorage({ S3_PREFIX: 'bad' });
    expect(await late.size('late')).toBe(4);
    const url = await late.presignGet('late', { seconds: 300, contentType: 'text/plain', contentDisposition: 'inline' });
    vi.useRealTimers();
    const answer = await fetch(url ?? '');
    expect([answer.status, await answer.text()]).toEqual([200, 'late']);
  });

  it('goes on after readers that left in the middle, or before the first byte', async () => {
    await storage.put('left', randomBytes(8 * MB));
    const object = await storage.get('left');
    await new Promise((resolve) => object!.stream.once('readable', resolve));
    object!.stream.destroy();
    const unread = await storage.get('left');
    unread!.stream.destroy();
    await storage.delete('left');
    expect(await storage.size('left')).toBeNull();
  });

  it('sends the hash of what it writes, which the service compares', async () => {
    const bytes = randomBytes(8 * MB + 10);
    await storage.put('hashed', Readable.from([bytes]));
    const parts = proxy.requests.filter(({ method, path: url }) => method === 'PUT' && url.includes('hashed'));
    expect(parts.map(({ headers }) => headers['x-amz-content-sha256'])).toEqual([
      sha256(bytes.subarray(0, 8 * MB)),
      sha256(bytes.subarray(8 * MB)),
    ]);
  });

  it('repeats a write that is cut, or whose answer is lost', async () => {
    const bytes = randomBytes(9 * MB);
    proxy.addFault('PUT', /cut\/put/, { kind: 'cut', afterBytes: MB }, 2);
    await storage.put('cut/put', bytes);
    expect((await read('cut/put')).equals(bytes)).toBe(true);

    proxy.addFault('PUT', /lost\/put/, { kind: 'lose-answer' }, 1);
    await storage.put('lost/put', bytes.subarray(0, MB));
    expect((await read('lost/put')).equals(bytes.subarray(0, MB))).toBe(true);
  });

  it('accepts an upload that was complete when its answer was lost', async () => {
    const bytes = randomBytes(9 * MB);
    proxy.addFault('POST', /lost\/complete.*uploadId/, { kind: 'lose-answer' }, 1);
    await storage.put('lost/complete', bytes);
    expect((await read('lost/complete')).equals(bytes)).toBe(true);
  });

  it('waits out a service that asks to slow down', async () => {
    const body = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
    proxy.addFault('*', /slow/, { kind: 'answer', status: 503, headers: { 'content-type': 'application/xml' }, body }, 2);
    await storage.put('slow', Buffer.from('slow'));
    expect((await read('slow')).toString()).toBe('slow');
  });

  it('aborts an upload of several parts that fails', async () => {
    const { client, Bucket } = openBucket(s3Settings(server.env));
    proxy.addFault('PUT', /never.*partNumber=2/, { kind: 'refuse' });
    await expect(storage.put('never', Readable.from([randomBytes(17 * MB)]))).rejects.toThrow();
    expect(await storage.size('never')).toBeNull();
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'bad/never' }))).Uploads ?? []).toEqual([]);
    client.destroy();
  });

  it('is not ready while the service is away, and is asked once for many', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      expect(await storage.ready()).toBe(true);
      vi.advanceTimersByTime(6000);
      const before = proxy.count('GET', /list-type/);
      proxy.addFault('GET', /list-type/, { kind: 'answer', status: 403 });
      expect(await Promise.all([storage.ready(), storage.ready(), storage.ready()])).toEqual([false, false, false]);
      expect(proxy.count('GET', /list-type/) - before).toBe(1);
      proxy.clearFaults();
      vi.advanceTimersByTime(6000);
      expect(await storage.ready()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no file behind that it lent', async () => {
    await storage.put('lent', randomBytes(MB));
    proxy.addFault('GET', /lent/, { kind: 'cut-answer', afterBytes: 0 });
    await expect(storage.withFile('lent', () => Promise.resolve('used'))).rejects.toThrow();
    proxy.clearFaults();
    await expect(storage.withFile('lent', () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture');
    expect(await readdir(path.join(folder, '.incoming'))).toEqual([]);
  });
});

describe('the start with S3', () => {
  afterEach(() => proxy.clearFaults());

  it.each([
    [
      'a wrong secret',
      { S3_SECRET_ACCESS_KEY: 'a-wrong-secret' },
      /^S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong: .* refuses them together/,
    ],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'test:nobody' }, /^S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong: .* refuses them together/],
    ['a missing bucket', { S3_BUCKET: 'nowhere' }, /^S3_BUCKET is wrong: .* has no bucket "nowhere"/],
    ['a key without rights', { S3_ACCESS_KEY_ID: 'test:stranger' }, /^S3_ACCESS_KEY_ID may not list objects in the bucket/],
    ['a wrong region', { S3_REGION: 'eu-west-1' }, /^S3_REGION is wrong: .* Set it to us-east-1\.$/],
    ['an encryption that is not there', { S3_ENCRYPTION: 'AES256' }, /^S3_ENCRYPTION is wrong: .* does not support AES256/],
    [
      'another host',
      { S3_ENDPOINT: 'http://nowhere.invalid' },
      /^S3_ENDPOINT is wrong: there is no S3 service at http:\/\/nowhere\.invalid/,
    ],
  ])('stops at %s with a sentence, without the keys', async (_what, env, sentence) => {
    const error: unknown = await openStorage(env).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(sentence);
    expect(inspect(error)).not.toMatch(/testing|a-wrong-secret|test:/);
  });

  it('stops at a service that is away, and says that it may come back', async () => {
    const error: unknown = await openStorage({ S3_ENDPOINT: 'http://127.0.0.1:9' }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StorageUnavailable);
  });

  it.each([
    ['write', 'PUT', 403, 'AccessDenied', /may not write objects/],
    ['read', 'GET', 403, 'AccessDenied', /may not read objects/],
    ['delete', 'DELETE', 403, 'AccessDenied', /may not delete objects/],
    ['tell the time', 'PUT', 403, 'RequestTimeTooSkewed', /^The clock of this machine is wrong/],
    ['find its key', 'PUT', 403, 'InvalidAccessKeyId', /^S3_ACCESS_KEY_ID is wrong/],
    ['work', 'PUT', 500, 'InternalError', /does not answer as it should \(InternalError\)/],
  ])('stops when it may not or cannot %s', async (_what, method, status, code, sentence) => {
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
    proxy.addFault(method, /health\/probe-/, { kind: 'answer', status, headers: { 'content-type': 'application/xml' }, body });
    await expect(openStorage({ S3_ENDPOINT: proxy.url })).rejects.toThrow(sentence);
  });

  it.each([
    ['HEAD', /migration\/unfinished/],
    ['GET', /prefix=[^&]*originals/],
  ])('says so too if the service is away when the files of the installation are looked for (%s)', async (method, at) => {
    const config = { s3: s3Settings({ ...server.env, S3_ENDPOINT: proxy.url }), dataDir: folder };
    proxy.addFault(method, at, { kind: 'answer', status: 503 });
    await expect(openInstallation(config, () => undefined)).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('aborts uploads that a killed process left a day ago, and no younger ones', async () => {
    const { client, Bucket } = openBucket(s3Settings(server.env));
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'abandoned/one' }));
    const left = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'abandoned/' }))).Uploads ?? [];
    await openStorage({ S3_PREFIX: 'abandoned' });
    expect(await left()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3600 * 1000);
      await openStorage({ S3_PREFIX: 'abandoned' });
      now.mockRestore();
    } finally {
      vi.useRealTimers();
    }
    expect(await left()).toEqual([]);
    client.destroy();
    expect(warnings).toEqual([]);
  });
});
