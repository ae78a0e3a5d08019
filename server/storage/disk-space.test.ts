import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createDiskSpace, defaultReserve } from '#server/storage/disk-space.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

describe('the room of a disk', () => {
  const disk = { free: 10 * GB, total: 100 * GB };
  const room = createDiskSpace({ dataDir: '/', diskReserveBytes: 1000, s3: null }, () => Promise.resolve(disk));
  const full = { status: 507, code: 'storage_full', headers: { 'retry-after': '30' } };

  it('is refused to new uploads first, to their bytes later, to small pictures last, and is there again by itself', async () => {
    disk.free = 1099;
    await expect(room.reserve('creation', 100)).rejects.toMatchObject(full);
    await expect(room.reserve('copy', 100)).rejects.toMatchObject(full);
    // Named in the log, since each server has a disk of its own.
    await expect(room.reserve('creation', 100)).rejects.toHaveProperty(
      'cause.message',
      `/ has 1099 of ${100 * GB} bytes free, of which creation may use 99`,
    );
    (await room.reserve('bytes', 100)).leave();
    disk.free = 599;
    await expect(room.reserve('bytes', 100)).rejects.toMatchObject(full);
    (await room.reserve('derivative', 100)).leave();
    disk.free = 349;
    await expect(room.reserve('derivative', 100)).rejects.toMatchObject(full);
    disk.free = 1100;
    (await room.reserve('creation', 100)).leave();
  });

  it('is not given twice to those who write at the same time', async () => {
    disk.free = 1500;
    const first = await room.reserve('creation', 300);
    await expect(room.reserve('creation', 300)).rejects.toMatchObject(full);
    first.leave();
    first.leave();
    (await room.reserve('creation', 300)).leave();
    await expect(room.reserve('creation', 501)).rejects.toMatchObject(full);
  });

  it('is not needed for files that go to a bucket', async () => {
    disk.free = 0;
    const s3 = readConfig({ S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }).s3;
    const withBucket = createDiskSpace({ dataDir: '/', diskReserveBytes: 1000, s3 }, () => Promise.resolve(disk));
    (await withBucket.reserve('derivative', 100)).leave();
    (await withBucket.reserve('copy', 100)).leave();
    await expect(withBucket.reserve('bytes', 100)).rejects.toMatchObject(full);
    await expect(withBucket.reserve('creation', 100)).rejects.toMatchObject(full);
  });

  it('reserves a twentieth, at least 64 MB and at most 1 GB', () => {
    expect([150 * MB, 10 * GB, 2000 * GB].map(defaultReserve)).toEqual([64 * MB, 512 * MB, GB]);
  });
});
