// A gallery as one ZIP archive: how soon it begins, how fast it is beside plain reads of the same files, what it costs the server, and whether others
// notice. It is cut at 60 % and resumed, as a browser or `curl -C -` does. A second one has 20 GB and is cut at 80 %.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { demoEvents } from '#server/seed/ids.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { type Person, signIn } from '#tests/support/api.ts';
import type { TestServer } from '#tests/support/server.ts';
import { type Bench, type Figure, spreadOf } from './bench.ts';
import { withServer } from './server.ts';

const run = promisify(execFile);

interface Size {
  photos: number;
  /** Of each. */
  bytes: number;
  /** Files are mostly holes, which are read as zeros and take no space. */
  isSparse?: boolean;
}

const ordinary: Size = { photos: 2000, bytes: 4_000_000 };
const large: Size = { photos: 500, bytes: 41_000_000, isSparse: true };
/** Files on the disk: the others are links to them. */
const DISTINCT = 20;
const CUT = 0.6;
const LARGE_CUT = 0.8;
const ASK_EVERY_MS = 25;
const ASKS = 400;

export const download: Bench = {
  name: 'download',
  minutes: 3,
  description: `${ordinary.photos} originals of ${ordinary.bytes / 1e6} MB as one ZIP archive`,
  run: () =>
    withServer({}, async (server) => {
      const owner = await signIn(server.url, 'owner@demo.test');
      const files = await addOriginals(server, owner.id, ordinary);
      const created = performance.now();
      const archive = await createDownload(server, owner, files);
      const createdMs = performance.now() - created;
      const { url } = archive;
      const zip = path.join(server.dataDir, 'bench.zip');
      const figures: Figure[] = [{ what: 'the list of photos, in the request', value: createdMs, unit: 'ms' }];

      const first: number[] = [];
      for (let round = 0; round < 20; round += 1) first.push(await firstByte(url));
      const soon = spreadOf(first);
      figures.push({ what: 'first byte', value: soon.most, unit: 'ms', limit: { most: 200 }, spread: soon });

      // The first calls find nothing warm.
      await askOthers(owner, () => false);
      const quiet = await askOthers(owner, () => false);
      const before = memoryOf(server.pid());
      let isDone = false;
      let highest = before;
      const watch = setInterval(() => (highest = Math.max(highest, memoryOf(server.pid()))), 50);
      const started = performance.now();
      const whole = receive(url, null).finally(() => (isDone = true));
      const busy = await askOthers(owner, () => isDone);
      if ((await whole) !== archive.bytes) throw new Error('the archive has another length than announced');
      const seconds = (performance.now() - started) / 1000;
      clearInterval(watch);
      const plain = performance.now();
      for (const { file } of files) await pipeline(createReadStream(file), createWriteStream('/dev/null'));
      const plainSeconds = (performance.now() - plain) / 1000;
      const rate = archive.bytes / 1e6 / seconds;
      figures.push(
        { what: 'memory of the server', value: (highest - before) / 1e6, unit: 'MB more', limit: { most: 50 } },
        {
          what: 'throughput',
          value: rate,
          unit: 'MB/s',
          peer: { what: 'plain reads', value: (ordinary.photos * ordinary.bytes) / 1e6 / plainSeconds },
        },
        {
          what: 'p95 of other calls meanwhile',
          value: busy.p95,
          unit: 'ms',
          limit: { times: 1.5 },
          peer: { what: 'without', value: quiet.p95 },
          spread: busy,
        },
      );

      await receive(url, zip, Math.floor(archive.bytes * CUT));
      figures.push(await resume(archive, zip, files, ordinary));
      rmSync(zip);
      return figures;
    }),
};

interface Archive {
  url: string;
  bytes: number;
}

async function createDownload(server: TestServer, owner: Person, files: readonly Original[]): Promise<Archive> {
  const { status, body } = await owner.call<Archive & { state: string }>('POST', `/api/v1/event/${demoEvents.live}/downloads`, {
    json: { variant: 'original', photo_ids: files.map(({ id }) => id) },
  });
  if (status !== 201 || body.state !== 'ready') throw new Error(`no download: ${status} ${JSON.stringify(body)}`);
  return { url: `${server.url}${body.url}`, bytes: body.bytes };
}

/** Loads the rest of an archive that was cut, and compares all of it. */
async function resume({ url, bytes }: Archive, zip: string, files: readonly Original[], size: Size): Promise<Figure> {
  const cutAt = sizeOf(zip);
  await run('curl', ['-sS', '-f', '-C', '-', '-o', zip, url]);
  if (sizeOf(zip) !== bytes) throw new Error('the resumed archive has another length');
  await run('unzip', ['-tq', zip], { maxBuffer: 1e8 });
  return {
    what: `files that differ after a cut at ${Math.round((cutAt / bytes) * 100)} % of ${(bytes / 1e9).toFixed(1)} GB`,
    value: await countDifferent(zip, files, size),
    unit: 'files',
    limit: { most: 0 },
  };
}

export const downloadLarge: Bench = {
  name: 'download-large',
  minutes: 4,
  description: `${large.photos} originals of ${large.bytes / 1e6} MB as one ZIP archive, cut at ${LARGE_CUT * 100} % and resumed`,
  run: () =>
    withServer({}, async (server) => {
      const owner = await signIn(server.url, 'owner@demo.test');
      const files = await addOriginals(server, owner.id, large);
      const archive = await createDownload(server, owner, files);
      const zip = path.join(server.dataDir, 'bench.zip');
      const before = memoryOf(server.pid());
      let highest = before;
      const watch = setInterval(() => (highest = Math.max(highest, memoryOf(server.pid()))), 50);
      await receiveSparse(archive.url, zip, Math.floor(archive.bytes * LARGE_CUT));
      const resumed = await resume(archive, zip, files, large);
      clearInterval(watch);
      return [resumed, { what: 'memory of the server', value: (highest - before) / 1e6, unit: 'MB more', limit: { most: 50 } }];
    }),
};

interface Original {
  id: string;
  file: string;
  sha256: string;
  name: string;
}

/** Photos of one person in the live event, as the server would have taken them in. */
async function addOriginals(server: TestServer, uploaderId: string, size: Size): Promise<Original[]> {
  const sources = Array.from({ length: DISTINCT }, (_, index) => {
    const pattern = createHash('sha512').update(`photo ${index}`).digest();
    const bytes = size.isSparse ? Buffer.concat([pattern], size.bytes) : Buffer.alloc(size.bytes, pattern);
    const file = path.join(server.dataDir, `bench-source-${index}`);
    writeFileSync(file, size.isSparse ? pattern : bytes);
    truncateSync(file, size.bytes);
    return { file, crc: crc32(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const made = Array.from({ length: size.photos }, (_, number) => {
    const source = sources[number % DISTINCT]!;
    const id = uuid7();
    const file = path.join(server.dataDir, 'photos', storageKeys.original({ id, sha256: source.sha256 }));
    mkdirSync(path.dirname(file), { recursive: true });
    linkSync(source.file, file);
    return { id, file, sha256: source.sha256, crc: source.crc, name: `IMG_${String(number).padStart(5, '0')}.JPG` };
  });
  await server.sql(
    `insert into photos (id, event_id, uploader_id, status, state, taken_at, tz_offset, orientation, width, height, bytes, sha256, crc32, content_type,
       device_id, device_seq, source, file_name)
     select id, $1, $2, 'approved', 'ready', now() - interval '1 hour' + place * interval '1 second', 60, 0, 4000, 3000, $3, sha, crc, 'image/jpeg',
       '0199aa00-0000-7000-8000-0000000000d1', 1000000 + place, 'camera', name
     from unnest($4::uuid[], $5::text[], $6::bigint[], $7::text[]) with ordinality as made(id, sha, crc, name, place)`,
    [
      demoEvents.live,
      uploaderId,
      size.bytes,
      made.map(({ id }) => id),
      made.map(({ sha256 }) => sha256),
      made.map(({ crc }) => crc),
      made.map(({ name }) => name),
    ],
  );
  await server.sql('vacuum analyze photos');
  return made;
}

const firstByte = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { headers: { connection: 'close' } }, (answer) => {
      answer.on('error', () => undefined);
      answer.once('data', () => {
        resolve(performance.now() - started);
        request.destroy();
      });
    });
    request.on('error', reject);
  });

/** By a process of its own. @param stopAfter bytes after which the connection is cut. @returns the bytes that came */
async function receive(url: string, file: string | null, stopAfter?: number): Promise<number> {
  const target = file ?? '/dev/null';
  const curl = spawn('curl', ['-sS', '-f', '-o', target, '-w', '%{size_download}', url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  curl.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const closed = new Promise((resolve) => curl.once('close', resolve));
  if (stopAfter !== undefined && file !== null) {
    while (curl.exitCode === null && sizeOf(file) < stopAfter) await pause(5);
    curl.kill();
  }
  await closed;
  return Number(told);
}

/** The first bytes of an archive, in a file whose zeros take no space. */
async function receiveSparse(url: string, file: string, bytes: number): Promise<void> {
  const command = 'curl -sS -f "$1" | head -c "$2" | dd of="$3" bs=1M iflag=fullblock conv=sparse status=none && truncate -s "$2" "$3"';
  await run('sh', ['-c', command, 'sh', url, String(bytes), file]);
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Resident, in bytes. */
const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** A page of the gallery, on time also while an earlier answer is awaited. */
async function askOthers(reader: Person, isDone: () => boolean) {
  const times: number[] = [];
  const asks: Promise<void>[] = [];
  for (let count = 0; count < ASKS && !isDone(); count += 1) {
    const started = performance.now();
    asks.push(
      reader.call('GET', `/api/v1/event/${demoEvents.live}/photos`).then(({ status }) => {
        if (status !== 200) throw new Error(`a page of the gallery: ${status}`);
        times.push(performance.now() - started);
      }),
    );
    await pause(ASK_EVERY_MS);
  }
  await Promise.all(asks);
  return spreadOf(times);
}

/** Each file of the archive against its original, by hash: all have the same length, and are unpacked in order. */
async function countDifferent(zip: string, files: readonly Original[], { bytes }: Size): Promise<number> {
  const unpacked = spawn('unzip', ['-p', zip], { stdio: ['ignore', 'pipe', 'inherit'] });
  const found: string[] = [];
  let hash = createHash('sha256');
  let left = bytes;
  for await (const chunk of unpacked.stdout as AsyncIterable<Buffer>) {
    for (let rest = chunk; rest.length > 0;) {
      const part = rest.subarray(0, left);
      hash.update(part);
      left -= part.length;
      rest = rest.subarray(part.length);
      if (left > 0) continue;
      found.push(hash.digest('hex'));
      hash = createHash('sha256');
      left = bytes;
    }
  }
  return files.filter(({ sha256 }, index) => found[index] !== sha256).length + Math.abs(files.length - found.length);
}
