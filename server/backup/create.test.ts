// The files in a backup, and those reported as lost.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { listPurgeableEvents } from '#server/events/events-repository.ts';
import { RESTORABLE_DAYS } from '#server/events/policy.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createPhoto, eventWithMembers } from '#tests/support/factories/database.ts';
import { listBackupFiles, createBackup } from './create.ts';
import { BackupError } from './manifest.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-files-'));
  mkdirSync(at('data', 'photos', 'previews'), { recursive: true });
  mkdirSync(at('disk', 'originals'), { recursive: true });
  writeFileSync(at('disk', 'originals', 'a.jpg'), 'a');
  writeFileSync(at('data', 'photos', 'previews', 'b.webp'), 'b');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('does not make the folder that it is for: its disk may not be mounted', async () => {
  const nowhere = { host: at('nowhere'), port: 1, user: 'nobody', database: 'none' };
  await expect(createBackup(nowhere, at('data'), at('mount', 'monday.tar'))).rejects.toThrow(
    new BackupError(`There is no folder ${at('mount')}. Create it first, or mount its disk.`),
  );
  expect(existsSync(at('mount'))).toBe(false);
});

test('includes targets of links, as they are served', async () => {
  symlinkSync(at('disk', 'originals'), at('data', 'photos', 'originals'));
  symlinkSync(at('disk', 'originals', 'a.jpg'), at('data', 'photos', 'previews', 'c.jpg'));
  expect(await listBackupFiles(at('data'))).toEqual({
    files: ['photos/originals/a.jpg', 'photos/previews/b.webp', 'photos/previews/c.jpg'],
    foreign: [],
  });
});

test('includes the files of a bucket under the same names, instead of those in the data folder', async () => {
  const bucket = await openLocalStorage(at('bucket'));
  const temporary = [storageKeys.healthProbe, storageKeys.unfinishedMigration, storageKeys.uploadPiece('half', 'piece')];
  for (const key of ['originals/c.jpg', ...temporary]) await bucket.put(key, Buffer.from('c'));
  mkdirSync(at('data', 'mail'));
  writeFileSync(at('data', 'mail', 'd.eml'), 'd');
  expect(await listBackupFiles(at('data'), bucket)).toEqual({ files: ['mail/d.eml', 'photos/originals/c.jpg'], foreign: [] });
});

test.each(['photos/originals', 'mail'])('a link at %s that leads to nothing is refused', async (link) => {
  symlinkSync(at('unmounted'), at('data', link));
  await expect(listBackupFiles(at('data'))).rejects.toThrow(`${link} is a broken link`);
});

test('leaves out and reports files that the server did not write, and ignores partial files', async () => {
  writeFileSync(at('data', 'photos', 'Holiday 1.txt'), 'x');
  writeFileSync(at('data', 'photos', '.part'), 'x');
  expect(await listBackupFiles(at('data'))).toEqual({ files: ['photos/previews/b.webp'], foreign: ['photos/Holiday 1.txt'] });
});

test('leaves out and reports the file system’s own files at the root of a disk, and links to a parent', async () => {
  symlinkSync(at('disk'), at('data', 'photos', 'disk'));
  mkdirSync(at('disk', 'lost+found'));
  writeFileSync(at('disk', 'lost+found', '1234'), 'x');
  symlinkSync(at('data', 'photos'), at('disk', 'back'));
  expect(await listBackupFiles(at('data'))).toEqual({
    files: ['photos/disk/originals/a.jpg', 'photos/previews/b.webp'],
    foreign: ['photos/disk/back', 'photos/disk/lost+found'],
  });
});

test('a folder that may not be read is refused by its name', async () => {
  chmodSync(folder, 0o755);
  mkdirSync(at('data', 'photos', 'closed'), { mode: 0o000 });
  const isRoot = process.getuid?.() === 0;
  // Root reads everything.
  if (isRoot) process.seteuid?.(65_534);
  try {
    await expect(listBackupFiles(at('data'))).rejects.toThrow(BackupError);
    await expect(listBackupFiles(at('data'))).rejects.toThrow('photos/closed is not readable');
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(at('data', 'photos', 'closed'), 0o755);
  }
});

describe('a missing original is reported', () => {
  const DAY = 24 * 3600 * 1000;
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  let deps: TestDeps;
  beforeAll(async () => {
    deps = await openTestDeps();
  }, 60_000);
  afterAll(() => deps.dispose());

  const nameOf = (photo: { id: string; sha256: string }) => path.posix.join('photos', storageKeys.original(photo));
  const missing = async () => (await createBackup(deps.connection, deps.config.dataDir, at('backup.tar'))).missing;

  test.each<[string, { event?: Partial<typeof events.$inferInsert>; organization?: Date; isTold: boolean }]>([
    ['of an event', { isTold: true }],
    ['of a deleted event that can be restored', { event: { deletedAt: ago(RESTORABLE_DAYS - 1) }, isTold: true }],
    ['of one with a longer retention', { event: { deletedAt: ago(RESTORABLE_DAYS + 1), keptUntil: ago(-1) }, isTold: true }],
    ['of a deleted organization that can be restored', { organization: ago(RESTORABLE_DAYS - 1), isTold: true }],
    ['but not of a deleted event that is to be purged', { event: { deletedAt: ago(RESTORABLE_DAYS + 1) }, isTold: false }],
    ['but not of one with a shorter retention', { event: { deletedAt: ago(3), keptUntil: ago(2) }, isTold: false }],
    ['but not of a deleted organization that is to be purged', { organization: ago(RESTORABLE_DAYS + 1), isTold: false }],
  ])('%s', async (_what, { event, organization, isTold }) => {
    const { organizationId, owner } = await eventWithMembers(deps);
    const eventId = await createEvent(deps, organizationId, event);
    if (organization) await deps.db.update(organizations).set({ deletedAt: organization }).where(eq(organizations.id, organizationId));
    const photo = await createPhoto(deps, eventId, owner.userId);
    expect((await missing()).includes(nameOf(photo))).toBe(isTold);
    // As the sweep sees it.
    expect((await listPurgeableEvents(deps.db, new Date())).includes(eventId)).toBe(!isTold);
  });

  test('but not of a photo whose original the retention of its event deleted', async () => {
    const { eventId, owner } = await eventWithMembers(deps);
    const photo = await createPhoto(deps, eventId, owner.userId);
    await deps.db.update(photos).set({ originalDeletedAt: new Date() }).where(eq(photos.id, photo.id));
    expect(await missing()).not.toContain(nameOf(photo));
  });

  test('but not of a photo that was deleted after the rows were read', async () => {
    const { eventId, owner } = await eventWithMembers(deps);
    const lost = await createPhoto(deps, eventId, owner.userId);
    const deleted = await createPhoto(deps, eventId, owner.userId);
    // The backup’s snapshot is older: a lock on its last table delays it until the photo is deleted.
    const holder = await deps.pool.connect();
    let making: Promise<string[]>;
    try {
      await holder.query('begin; lock table users in access exclusive mode');
      making = missing();
      const isHeld = `select 1 from pg_stat_activity where application_name = 'ai-image-suite backup' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await deps.pool.query(isHeld)).rowCount).toBe(1);
      await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, deleted.id));
    } finally {
      await holder.query('commit');
      holder.release();
    }
    const told = await making;
    expect(told).toContain(nameOf(lost));
    expect(told).not.toContain(nameOf(deleted));
  });
});
