import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photos } from '#server/db/schema/photos.ts';
import { packageRoot } from '#server/package-root.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { KilledCommit } from '#tests/support/commit-killed.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { photoRequest, createUpload, eventWithMembers } from '#tests/support/factories/database.ts';
import { callOf } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

it('a commit killed between the move of the bytes and the end of the transaction is repeated with the same upload', async () => {
  const scene = await eventWithMembers(deps);
  const jpeg = await sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg()
    .toBuffer();
  const fact = photoRequest(await createUpload(deps, scene.guest.userId, jpeg), jpeg);
  const call = callOf<'createPhoto'>(scene.guest, { id: scene.eventId }, { body: fact });
  const script = path.join(packageRoot, 'tests/support/commit-killed.ts');
  const argument = JSON.stringify({
    connection: deps.connection,
    dataDir: deps.config.dataDir,
    storageDir: deps.storageDir,
    call,
  } satisfies KilledCommit);
  const killed = spawnSync(process.execPath, ['--import', 'tsx', script, argument], { cwd: packageRoot, encoding: 'utf8' });
  expect(killed.signal, killed.stderr).toBe('SIGKILL');
  expect(existsSync(path.join(deps.config.dataDir, 'uploads', fact.upload_id))).toBe(false);
  expect(await deps.db.select().from(photos).where(eq(photos.id, fact.id))).toEqual([]);

  const server = createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config));
  expect(await server.createPhoto(call)).toMatchObject({ status: 201 });
  const object = await deps.storage.get(storageKeys.original(fact));
  expect(object && (await buffer(object.stream)).equals(jpeg)).toBe(true);
  expect(await deps.db.select().from(photos).where(eq(photos.id, fact.id))).toHaveLength(1);
}, 30_000);
