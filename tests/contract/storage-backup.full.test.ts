// Backup and restore of a server whose files are in a bucket: into another bucket, also after a kill, and into a data folder.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { freshSignIn, gallery, originalHash } from '#tests/support/api.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { killHard, waitUntil } from '#tests/support/processes.ts';
import { openBucket, type S3Server, s3Settings, startS3Server } from '#tests/support/s3-server.ts';
import { makeDataDir, startServerOn } from '#tests/support/server-process.ts';
import { contentsOf, program, run } from './backup-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ais-backup-s3-'));
const backup = path.join(folder, 'backup.tar');
const dataDirs: string[] = [];
const newDataDir = () => {
  const made = makeDataDir();
  dataDirs.push(made);
  return made;
};
let s3: S3Server;
let proxy: FaultProxy;
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await FaultProxy.start(s3.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await s3.stop();
  for (const made of [folder, ...dataDirs]) rmSync(made, { recursive: true, force: true });
});

const envOf = (S3_PREFIX: string) => ({ ...s3.env, S3_ENDPOINT: proxy.url, S3_PREFIX });

async function objectsIn(prefix: string): Promise<string[]> {
  const { client, Bucket } = openBucket(s3Settings(s3.env));
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/` }));
  client.destroy();
  return (Contents ?? []).map(({ Key }) => (Key ?? '').slice(prefix.length + 1));
}

/** The hashes of some originals as a server sends them, and as they should be. */
async function hashesAt(url: string): Promise<{ sent: string[]; expected: string[] }> {
  const owner = await freshSignIn(url, 'owner@demo.test');
  const photos = (await gallery(owner, demoEvents.live)).slice(-5);
  return {
    sent: await Promise.all(photos.map(({ id }) => originalHash(owner, demoEvents.live, id))),
    expected: photos.map((photo) => photo.sha256),
  };
}

test('files in a bucket are in a backup, and come back to a bucket or a folder', async () => {
  const first = newDataDir();
  const server = await startServerOn(first, { isDurable: false, env: envOf('first') });
  try {
    expect(await run('backup', backup, first, { env: envOf('first') })).toMatchObject({ code: 0, told: '' });
  } finally {
    await server.dispose();
  }
  const names = contentsOf(backup).filter(({ name }) => name.startsWith('files/photos/'));
  expect(names.length).toBeGreaterThan(50);

  const second = newDataDir();
  const refused = await run('restore', backup, second, { env: envOf('first') });
  expect(refused).toMatchObject({ code: 1, told: expect.stringContaining('There are files in the bucket already') });

  proxy.addFault('PUT', /second/, { kind: 'delay', ms: 50 });
  const killed = spawn(process.execPath, [program, 'restore', backup], {
    env: { PATH: process.env.PATH, DATA_DIR: second, ...envOf('second') },
  });
  await waitUntil(
    async () => (await objectsIn('second/originals')).length > 5,
    90_000,
    () => 'no file came to the bucket',
  );
  killHard(killed.pid!);
  proxy.clearFaults();
  // Of an interrupted restore, only its own bucket is emptied.
  const elsewhere = await run('restore', backup, second, { env: envOf('first') });
  expect(elsewhere).toMatchObject({ code: 1, told: expect.stringContaining('There are files in the bucket already') });

  expect(await run('restore', backup, second, { env: envOf('second') })).toMatchObject({ code: 0, told: '' });
  expect((await objectsIn('second')).map((key) => `files/photos/${key}`)).toEqual(names.map(({ name }) => name));
  copyFileSync(path.join(first, 'secret.key'), path.join(second, 'secret.key'));
  const restored = await startServerOn(second, { isDurable: false, env: envOf('second') });
  try {
    const { sent, expected } = await hashesAt(restored.url);
    expect(expected).toHaveLength(5);
    expect(sent).toEqual(expected);
  } finally {
    await restored.dispose();
  }

  const third = newDataDir();
  expect(await run('restore', backup, third)).toMatchObject({ code: 0, told: '' });
  expect(names.map(({ name }) => [name, sha256(readFileSync(path.join(third, name.slice('files/'.length))))])).toEqual(
    names.map((file) => [file.name, file.sha256]),
  );
}, 300_000);
