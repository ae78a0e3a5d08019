// A server with demo data whose files move to a bucket and back: `npm run storage:migrate`, killed in the middle, and servers that start on what it left.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { createPhoto, freshSignIn, gallery, originalHash, photoRequest, upload } from '#tests/support/api.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { picture } from '#tests/support/pictures.ts';
import { killHard, waitUntil } from '#tests/support/processes.ts';
import { openBucket, type S3Server, s3Settings, startS3Server } from '#tests/support/s3-server.ts';
import { makeDataDir, startServerOn, type TestServer } from '#tests/support/server-process.ts';
import { runProgram } from './backup-command.ts';

const program = path.resolve(import.meta.dirname, '../../dist/server/storage-command.js');
const dataDir = makeDataDir();
const localFiles = path.join(dataDir, 'photos');
let s3: S3Server;
let proxy: FaultProxy;
let env: Record<string, string>;
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await FaultProxy.start(s3.endpoint);
  env = { ...s3.env, S3_ENDPOINT: proxy.url, S3_PREFIX: 'demo' };
});
afterAll(async () => {
  await proxy.close();
  await s3.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const migrate = (to: string) => runProgram([program, '--to', to], { DATA_DIR: dataDir, ...env });

/** The hashes that the photos of an event should have, and those that the server sends. */
async function hashesOf(server: TestServer): Promise<{ expected: string[]; sent: string[] }> {
  const owner = await freshSignIn(server.url, 'owner@demo.test');
  const photos = await gallery(owner, demoEvents.live);
  const sent = [];
  for (const { id } of photos) sent.push(await originalHash(owner, demoEvents.live, id));
  return { expected: photos.map(({ sha256 }) => sha256), sent };
}

/** New photos go to the bucket, also when it was away at first; downloads come from it. */
async function expectDelivery(server: TestServer): Promise<void> {
  const owner = await freshSignIn(server.url, 'owner@demo.test');
  const shot = await picture();
  const fact = photoRequest(shot, await upload(owner, shot.bytes, demoEvents.live));
  const body = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
  proxy.addFault('PUT', /originals/, { kind: 'answer', status: 503, headers: { 'content-type': 'application/xml' }, body });
  expect(await createPhoto(owner, demoEvents.live, fact)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  proxy.clearFaults();
  expect(await createPhoto(owner, demoEvents.live, fact)).toMatchObject({ status: 201 });
  expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
  expect(await originalHash(owner, demoEvents.live, fact.id)).toBe(shot.sha256);
  expect((await objectsInBucket()).filter((key) => key.includes(fact.id) && key.includes('originals'))).toHaveLength(1);
  const photo = `/api/v1/event/${demoEvents.live}/photos/${fact.id}`;
  await waitUntil(
    async () => (await owner.call<{ state: string }>('GET', photo)).body.state === 'ready',
    60_000,
    () => 'the photo was not prepared in time',
    100,
  );
  for (const file of ['thumb', 'preview', 'download']) expect((await owner.fetch(`${photo}/${file}`)).status, file).toBe(200);
}

async function expectWhole(more: Record<string, string>): Promise<void> {
  const server = await startServerOn(dataDir, { isDurable: false, env: more });
  try {
    const { expected, sent } = await hashesOf(server);
    expect(expected.length).toBeGreaterThan(20);
    expect(sent).toEqual(expected);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    if (more.S3_BUCKET !== undefined) await expectDelivery(server);
  } finally {
    await server.dispose();
  }
}

/** Names of files in the bucket, without the product's code and the id of the storage. */
async function objectsInBucket(): Promise<string[]> {
  const { client, Bucket } = openBucket(s3Settings(s3.env));
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'demo/' }));
  client.destroy();
  return (Contents ?? []).map(({ Key }) => Key ?? '').filter((key) => !key.endsWith('/migration/storage-id'));
}

test('the files of an installation move to a bucket and back, also after a kill', async () => {
  const server = await startServerOn(dataDir, { isDurable: false });
  try {
    expect(await migrate('s3')).toMatchObject({ code: 1, told: expect.stringMatching(/already runs on .*Stop it first/) });
  } finally {
    await server.dispose();
  }
  await expect(startServerOn(dataDir, { env })).rejects.toThrow(/The photos are still in .*npm run storage:migrate -- --to s3/);

  proxy.failEverything({ kind: 'delay', ms: 50 });
  const killed = spawn(process.execPath, [program, '--to', 's3'], { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } });
  await waitUntil(
    async () => (await objectsInBucket()).length > 20,
    60_000,
    () => 'no file came to the bucket',
  );
  killHard(killed.pid!);
  proxy.clearFaults();
  await expect(startServerOn(dataDir, { env })).rejects.toThrow(/The move of the files to the bucket .* was interrupted\. Run it again/);

  const moved = await migrate('s3');
  expect(moved).toMatchObject({ code: 0, told: '' });
  expect(moved.out).toContain('An earlier move was interrupted; this one continues it.');
  const [, files, copied] = /^([\d,]+) files, .* ([\d,]+) were copied now/m.exec(moved.out) ?? [];
  expect(Number(copied)).toBeLessThan(Number(files));
  expect(existsSync(path.join(dataDir, 'storage-migration.json'))).toBe(false);
  expect(await objectsInBucket()).toHaveLength(Number(files));

  await expect(startServerOn(dataDir)).rejects.toThrow(/The files were moved from .*photos to the bucket .*demo\./);

  // What the server sends comes from the bucket: its own files are gone.
  renameSync(localFiles, `${localFiles}-before`);
  await expectWhole(env);
  await expect(startServerOn(dataDir)).rejects.toThrow(
    /The files of this database are in the bucket .*demo, but the variables name .*photos/,
  );
  const elsewhere = { ...env, S3_PREFIX: 'elsewhere' };
  await expect(startServerOn(dataDir, { env: elsewhere })).rejects.toThrow(
    /but the variables name the bucket .*elsewhere, where they are not/,
  );

  const back = await migrate('local');
  expect(back).toMatchObject({ code: 0, told: '' });
  expect(Number(/^([\d,]+) files/m.exec(back.out)?.[1])).toBeGreaterThanOrEqual(Number(files));
  await expectWhole({});
  await expect(startServerOn(dataDir, { env })).rejects.toThrow(/The files were moved from the bucket .*demo to .*photos\./);
}, 240_000);

test('a start with a wrong secret is refused before a database is created', async () => {
  const fresh = makeDataDir();
  const wrong = { ...env, S3_SECRET_ACCESS_KEY: 'a-wrong-secret' };
  const refusal = await startServerOn(fresh, { env: wrong }).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  expect(refusal).toMatch(/S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong: .* refuses them together/);
  expect(refusal).not.toMatch(/a-wrong-secret|test:tester/);
  expect(existsSync(path.join(fresh, 'postgres'))).toBe(false);
  rmSync(fresh, { recursive: true, force: true });
}, 60_000);

test('without a target, a bucket or rights the command says what is missing', async () => {
  expect(await migrate('nowhere')).toMatchObject({ code: 1, told: expect.stringContaining('Name the target') });
  expect(await runProgram([program, '--to', 's3'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    told: expect.stringMatching(/^Set S3_BUCKET/),
  });
  const wrong = await runProgram([program, '--to', 's3'], { DATA_DIR: dataDir, ...env, S3_SECRET_ACCESS_KEY: 'a-wrong-secret' });
  expect(wrong).toMatchObject({ code: 1, told: expect.stringMatching(/^S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong/) });
  expect(`${wrong.out}${wrong.told}`).not.toMatch(/a-wrong-secret|test:tester/);
}, 60_000);
