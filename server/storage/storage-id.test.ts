import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { photos } from '#server/db/schema/photos.ts';
import { serverSecrets } from '#server/db/schema/platform.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { S3Failure, StorageUnavailable } from '#server/storage/s3-errors.ts';
import { moveStorageId, readIdToMove, requireOwnStorage, STORAGE_ID } from '#server/storage/storage-id.ts';
import { type Storage, storageKeys } from '#server/storage/storage.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization, createPhoto } from '#tests/support/factories/database.ts';
import { FOLDER_AS_BUCKET } from '#tests/support/folder-as-bucket.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

let folder: string;
let local: Storage;
let bucket: Storage;
beforeEach(async () => {
  await deps.db.delete(serverSecrets).where(eq(serverSecrets.name, STORAGE_ID));
  folder = mkdtempSync(path.join(tmpdir(), 'ais-storage-id-'));
  local = await openLocalStorage(path.join(folder, 'photos'));
  bucket = await openLocalStorage(path.join(folder, 'bucket'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startLocal = (storage = local, dataDir = folder) => requireOwnStorage(deps.db, storage, { dataDir, s3: null });
const startBucket = (storage = bucket) => requireOwnStorage(deps.db, storage, { dataDir: folder, s3: FOLDER_AS_BUCKET });
const idRow = async () => (await deps.db.select().from(serverSecrets).where(eq(serverSecrets.name, STORAGE_ID)))[0]?.value;

/** What the operator is told. */
async function refusalOf(start: Promise<void>): Promise<string> {
  const error: unknown = await start.then(
    () => 'started',
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return error instanceof Error ? error.message : '';
}

test('a server without the variables of the bucket, or with another bucket, does not start beside the others', async () => {
  await startBucket();
  const refusal = await refusalOf(startLocal());
  expect(refusal).toMatch(`The files of this database are in the bucket folder, but the variables name ${path.join(folder, 'photos')}`);
  expect(refusal).toContain('Set the S3_* variables and DATA_DIR as for the other servers');
  expect(await local.size(storageKeys.storageId)).toBeNull();
  const other = await openLocalStorage(path.join(folder, 'other'));
  expect(await refusalOf(startBucket(other))).toMatch(/in the bucket folder, and they are not there\. Check that it is mounted/);
  await other.put(storageKeys.storageId, Buffer.from('of another database'));
  expect(await refusalOf(startBucket(other))).toMatch(/and what is there belongs to another database/);
  await startBucket();
});

test('servers that start at once agree, and one of two with folders of their own does not start', async () => {
  await Promise.all(Array.from({ length: 5 }, () => startLocal()));
  const other = await openLocalStorage(path.join(folder, 'other', 'photos'));
  expect(await refusalOf(startLocal(other, path.join(folder, 'other')))).toContain(`are in ${path.join(folder, 'photos')}, but`);

  await deps.db.delete(serverSecrets).where(eq(serverSecrets.name, STORAGE_ID));
  const results = await Promise.allSettled([startBucket(), startLocal(other, path.join(folder, 'other'))]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the same storage under another name is the same storage', async () => {
  await startLocal();
  const dataDir = path.join(folder, 'renamed');
  await startLocal(local, dataDir);
  expect(await idRow()).toContain(path.join(dataDir, 'photos'));
});

test('after a move only the target is the storage of the database, and after the move back only the source', async () => {
  await startLocal();
  await moveStorageId(await readIdToMove(local, bucket), local, bucket, 'the bucket folder');
  expect(await refusalOf(startLocal())).toMatch(/were moved from .*photos to the bucket folder\. .*storage:migrate -- --to local/);
  await startBucket();
  // Done once more, as by somebody who isn't sure.
  await moveStorageId(await readIdToMove(local, bucket), local, bucket, 'the bucket folder');
  await startBucket();
  expect(await refusalOf(startLocal())).toMatch(/were moved/);

  await moveStorageId(await readIdToMove(bucket, local), bucket, local, path.join(folder, 'photos'));
  expect(await refusalOf(startBucket())).toMatch(/were moved from the bucket folder to .*photos\. .*storage:migrate -- --to s3/);
  await startLocal();
  await bucket.put(storageKeys.storageId, Buffer.from('of another database'));
  await expect(readIdToMove(local, bucket)).rejects.toThrow('The target has files of another installation.');
});

test('files that moved before their installation had an id are found by the database, and not at their old place', async () => {
  await moveStorageId(await readIdToMove(local, bucket), local, bucket, 'the bucket folder');
  expect(await refusalOf(startLocal())).toMatch(/were moved/);
  await startBucket();
});

test('an installation of an earlier version gets its id at the next start, where its originals are', async () => {
  const { id: organizationId, adminId } = await createOrganization(deps);
  const eventId = await createEvent(deps, organizationId, { status: 'live' });
  const { id } = await createPhoto(deps, eventId, adminId);
  const [photo] = await deps.db.select({ id: photos.id, sha256: photos.sha256 }).from(photos).where(eq(photos.id, id));
  await bucket.put(storageKeys.original(photo!), Buffer.from('the original'));
  const refusal = await refusalOf(startLocal());
  expect(refusal).toMatch(/The database has photos, and no originals are in .*photos\. Set the S3_\* variables/);
  expect(await idRow()).toBeUndefined();
  await startBucket();
  expect(await refusalOf(startLocal())).toMatch(/in the bucket folder, but/);

  // They are lost: the operator does what the sentence says.
  await deps.db.delete(serverSecrets).where(eq(serverSecrets.name, STORAGE_ID));
  const [, given] = /write (\S+) into migration\/storage-id/.exec(refusal) ?? [];
  await local.put(storageKeys.storageId, Buffer.from(`${given}\n`));
  await startLocal();
});

test('a bucket that is away when the id is read is told as such, and the start is repeated later', async () => {
  const away = { ...bucket, get: () => Promise.reject(new S3Failure('ServiceUnavailable', 'later', 503)) };
  await expect(startBucket(away)).rejects.toBeInstanceOf(StorageUnavailable);
});
