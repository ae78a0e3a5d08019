// How fast photos of 12 megapixels become thumb and preview, by the server's own jobs and deriving process, and what that process eats.
// Peer, by turns with it: sharp alone, making the same two pictures of the same files two at a time, without jobs, processes or durability.
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { demoDevice, demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { drawPhotographs } from '#tests/support/large-photos.ts';
import { childrenOf, commandOf, waitUntil } from '#tests/support/processes.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { watchCpuShare } from './cpu-share.ts';
import { residentBytes } from './machine.ts';
import { withServer } from './server.ts';

const ROUNDS = 5;
const PHOTOS_PER_ROUND = 24;
const AT_ONCE = 2;

interface Shot {
  file: string;
  sha256: string;
  bytes: number;
}

interface Rate {
  perSecond: number;
  /** Available share of the processors. */
  share: number;
}

const undisturbed = ({ perSecond, share }: Rate) => perSecond / share;

export const derivatives: Bench = {
  name: 'derivatives',
  minutes: 2,
  description: 'thumb and preview of 12 megapixel JPEGs, photos per second and memory of the deriving process',
  run: () =>
    withServer({}, async (server) => {
      const shots = await drawShots(path.join(server.dataDir, 'shots'));
      // The first round warms both up: processes are started, code is compiled.
      await derive(server, shots, 6);
      await aloneBySharp(shots, 6);
      const [byJobs, bySharp]: [Rate[], Rate[]] = [[], []];
      let memory = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const derived = await derive(server, shots, PHOTOS_PER_ROUND);
        byJobs.push(derived);
        memory = Math.max(memory, derived.childBytes);
        bySharp.push(await aloneBySharp(shots, PHOTOS_PER_ROUND));
      }
      const wall = spreadOf(byJobs.map(({ perSecond }) => perSecond));
      const rate = spreadOf(byJobs.map(undisturbed));
      const alone = spreadOf(bySharp.map(undisturbed));
      const peer = { what: 'sharp alone', value: alone.p50 };
      const figures: Figure[] = [
        {
          what: 'photos per second, less what others took of the cores',
          value: rate.p50,
          unit: '/s',
          limit: { least: 8 },
          peer,
          spread: rate,
        },
        { what: 'the same, against sharp alone', value: rate.p50, unit: '/s', limit: { least: 0.95 * alone.p50 }, peer },
        { what: 'photos per second, wall clock', value: wall.p50, unit: '/s', spread: wall },
        { what: 'sharp alone, less what others took', value: alone.p50, unit: '/s', spread: alone },
        { what: 'memory of the deriving process, most', value: memory / 1e6, unit: 'MB', limit: { most: 500 } },
        { what: 'size of a photo', value: shots.reduce((sum, { bytes }) => sum + bytes, 0) / shots.length / 1e6, unit: 'MB' },
      ];
      return figures;
    }),
};

async function drawShots(folder: string): Promise<Shot[]> {
  mkdirSync(folder, { recursive: true });
  return (await drawPhotographs()).map((bytes, number) => {
    const file = path.join(folder, `${number}.jpg`);
    writeFileSync(file, bytes);
    return { file, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  });
}

/** Commits so many photos at one instant, and waits until the last of them is ready. */
async function derive(server: TestServer, shots: readonly Shot[], count: number): Promise<Rate & { childBytes: number }> {
  const photos = Array.from({ length: count }, (_, number) => ({ id: uuid7(), ...shots[number % shots.length]! }));
  for (const photo of photos) {
    const original = path.join(server.dataDir, 'photos', storageKeys.original(photo));
    mkdirSync(path.dirname(original), { recursive: true });
    linkSync(photo.file, original);
  }
  const columns = [photos.map(({ id }) => id), photos.map(({ sha256 }) => sha256), photos.map(({ bytes }) => bytes)];
  const share = watchCpuShare(server.pid());
  const [committed] = await server.sql<{ at: Date }>(
    `with photo as (select * from unnest($1::uuid[], $2::text[], $3::bigint[]) as photo (id, sha256, bytes)),
     made as (
       insert into photos (id, event_id, uploader_id, status, taken_at, tz_offset, orientation, bytes, sha256, content_type, device_id, device_seq, source)
       select id, $4, $5, 'approved', now(), 60, 0, bytes, sha256, 'image/jpeg', $6, 1, 'camera' from photo returning id
     )
     select max(clock_timestamp()) as at from made, lateral graphile_worker.add_job('derive-photo', json_build_object('photoId', made.id)) as job`,
    [...columns, demoEvents.live, demoPeople.member.id, demoDevice],
  );
  if (!committed) throw new Error('no photo was committed');
  const ready = () =>
    server.sql<{ ready: number; last: Date }>(
      `select count(*)::int as ready, max(created_at) as last from event_changes where kind = 'changed' and photo_id = any($1::uuid[])`,
      [columns[0]],
    );
  await waitUntil(
    async () => (await ready())[0]?.ready === count,
    180_000,
    () => `the photos were not made ready:\n${server.log().slice(-2000)}`,
    100,
  );
  const got = share();
  const [done] = await ready();
  const [unready] = await server.sql<{ count: number }>(
    `select count(*)::int from photos where id = any($1::uuid[]) and state <> 'ready'`,
    [columns[0]],
  );
  if (!done || unready?.count !== 0) throw new Error('a photo was not derived');
  const child = childrenOf(server.pid()).find((pid) => /derive-child/.test(commandOf(pid)));
  if (child === undefined) throw new Error('the deriving process was not found');
  const seconds = (done.last.getTime() - committed.at.getTime()) / 1000;
  return { perSecond: count / seconds, share: got, childBytes: residentBytes(child).most };
}

/** Photos per second of the least that could be done: one decode, both pictures, in memory. */
async function aloneBySharp(shots: readonly Shot[], count: number): Promise<Rate> {
  sharp.cache(false);
  sharp.concurrency(1);
  const share = watchCpuShare(process.pid);
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const bytes = await readFile(shots[next++ % shots.length]!.file);
      const large = await sharp(bytes).resize(1600, 1600, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true });
      const { width, height, channels } = large.info;
      const again = () => sharp(large.data, { raw: { width, height, channels } });
      await again().jpeg({ quality: 80 }).toBuffer();
      await again().resize(320, 320, { fit: 'inside' }).jpeg({ quality: 78 }).toBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { perSecond: (count * 1000) / (performance.now() - started), share: share() };
}
