// An event night: photographers deliver while three hundred guests look, like and shoot, then five hundred come at once.
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { demoJoinCode } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { freshSignIn } from '#tests/support/api.ts';
import { drawPhotographs } from '#tests/support/large-photos.ts';
import { waitUntil } from '#tests/support/processes.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import type { NightTask, Night, Played, NightReport } from './night-guests.ts';
import { withServer } from './server.ts';

const GUESTS = Number(process.env['NIGHT_GUESTS'] ?? 300);
const SECONDS = Number(process.env['NIGHT_SECONDS'] ?? 90);
const PHOTOGRAPHERS = 5;
const SHOOTERS = 20;
const HERD = { count: Number(process.env['NIGHT_HERD'] ?? 500), seconds: 10 };
/** Seconds after the last shot until all photos are delivered and derived. */
const RECOVERY_S = 10;
const BUSY = ' 503 busy';

export const night: Bench = {
  name: 'night',
  minutes: 4,
  description: `${SECONDS} s of an event: ${PHOTOGRAPHERS} photographers, ${GUESTS} guests, then ${HERD.count} joining within ${HERD.seconds} s`,
  run: () =>
    withServer({}, async (server) => {
      const people = fork(path.join(import.meta.dirname, 'night-guests.ts'));
      try {
        const backlog = watchBacklog(server);
        const evening = await play(people, { play: await prepare(server.url) }, backlog.note);
        const derivedAfter = await backlog.end();
        const stored = await countStored(server, evening.delivered);
        const herd = await play(people, { herd: { url: server.url, code: demoJoinCode, ...HERD } });
        const answers = [evening, herd].flatMap(failedAnswers);
        const rejected = answers.filter(([what]) => what.endsWith(BUSY));
        const failures = answers.filter(([what]) => !what.endsWith(BUSY));
        return [
          ...figuresOf(evening, [
            ['removed guest: thumb refused', 1000],
            ['removed guest: list refused', 1000],
            ['removed guest: stream refused', 1000],
            ['delivery of a photographer', 2000],
            ['commit', 500],
            ['from a commit to the stream', 300],
            ['new thumb', 600],
            ['list', 500],
            ['like', 500],
            ['preview', null],
          ]),
          { what: 'photos waiting for their derivatives, at most', value: backlog.most(), unit: '', limit: { most: 10 } },
          { what: 'from the last shot until all are delivered', value: evening.recovered, unit: 's', limit: { most: RECOVERY_S } },
          { what: 'from the last shot until all are derived', value: derivedAfter, unit: 's', limit: { most: RECOVERY_S } },
          ...figuresOf(herd, [
            ['join', 1500],
            ['from the code to the gallery', 8000],
          ]),
          { what: 'photos acknowledged', value: Object.keys(evening.delivered).length, unit: '' },
          { what: 'of them lost or stored twice, by row and by file', value: stored.missing + stored.twice, unit: '', limit: { most: 0 } },
          { what: 'reads rejected because too many waited (503 busy)', value: sum(rejected), unit: '' },
          { what: `other failures${failures.map(([what]) => `: ${what}`).join('')}`, value: sum(failures), unit: '', limit: { most: 0 } },
        ];
      } finally {
        people.disconnect();
      }
    }),
};

async function prepare(url: string): Promise<Night> {
  const [photograph] = await drawPhotographs();
  const photographers = [];
  for (let number = 0; number < PHOTOGRAPHERS; number += 1) {
    const { id, token } = await freshSignIn(url, [demoPeople.member.email, demoPeople.owner.email][number % 2]!);
    photographers.push({ id, token });
  }
  const { id, token } = await freshSignIn(url, demoPeople.owner.email);
  return {
    url,
    code: demoJoinCode,
    guests: GUESTS,
    seconds: SECONDS,
    photographers,
    owner: { id, token },
    shooters: SHOOTERS,
    big: (await sharp(photograph).jpeg({ quality: 80 }).toBuffer()).toString('base64'),
    small: (await sharp(photograph).resize(2048).jpeg({ quality: 80 }).toBuffer()).toString('base64'),
  };
}

function play(people: ChildProcess, asked: NightTask, onStage?: (stage: string) => void): Promise<Played> {
  return new Promise((resolve, reject) => {
    const hear = (told: NightReport) => {
      if ('stage' in told) return onStage?.(told.stage);
      people.off('message', hear);
      if ('played' in told) resolve(told.played);
      else reject(new Error(told.failed));
    };
    people.on('message', hear);
    people.send(asked);
  });
}

/** Counts once a second from the beginning of the night how many photos wait for their derivatives. */
function watchBacklog(server: TestServer) {
  let most = 0;
  let stoppedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const count = async () => {
    const [row] = await server.sql<{ n: number }>(
      "select count(*)::int as n from photos where state = 'processing' and deleted_at is null",
    );
    most = Math.max(most, row!.n);
    return row!.n;
  };
  return {
    most: () => most,
    note(stage: string) {
      if (stage === 'night') timer = setInterval(() => void count(), 1000);
      else stoppedAt = performance.now();
    },
    async end(): Promise<number> {
      clearInterval(timer);
      await waitUntil(
        async () => (await count()) === 0,
        120_000,
        () => 'two minutes after the last shot some photos are not derived',
        250,
      );
      return (performance.now() - stoppedAt) / 1000;
    },
  };
}

function figuresOf({ times }: Played, limits: [what: string, most: number | null][]): Figure[] {
  return limits.map(([what, most]) => {
    const spread = spreadOf(times[what] ?? []);
    return { what: `p95, ${what}`, value: spread.p95, unit: 'ms', ...(most === null ? {} : { limit: { most } }), spread };
  });
}

/** Answers from 500 on, and requests without an answer: kind of request and outcome, and how many. */
const failedAnswers = ({ answers }: Played): [what: string, count: number][] =>
  Object.entries(answers).flatMap(([what, counts]) =>
    Object.entries(counts)
      .filter(([outcome]) => !/^[1-4]\d\d$/.test(outcome))
      .map(([outcome, count]): [string, number] => [`${what} ${outcome}`, count]),
  );

const sum = (counts: readonly [what: string, count: number][]): number => counts.reduce((total, [, count]) => total + count, 0);

/** Each acknowledged photo must be one row and one file of the bytes that were sent. */
async function countStored(server: TestServer, delivered: Record<string, string>): Promise<{ missing: number; twice: number }> {
  const hashes = Object.values(delivered);
  const [rows] = await server.sql<{ n: number; known: number }>(
    'select count(*)::int as n, count(distinct sha256)::int as known from photos where sha256 = any($1) and deleted_at is null',
    [hashes],
  );
  const stored = new Set(await hashesUnder(path.join(server.dataDir, 'photos')));
  const missing = hashes.filter((hash) => !stored.has(hash)).length;
  return { missing: Math.max(missing, hashes.length - rows!.known), twice: rows!.n - rows!.known };
}

async function hashesUnder(folder: string): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
  const hashes: string[] = [];
  for (const file of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    hashes.push(hash.digest('hex'));
  }
  return hashes;
}
