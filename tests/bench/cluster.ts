// Photos per second that two servers take in together, beside what one of them takes in alone on the same cores: bucket, database and worker are the
// same. On one machine it tells what a second process costs or gains, not what a second machine adds.
import sharp from 'sharp';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { createPhoto, freshSignIn, photoRequest, upload, type Person } from '#tests/support/api.ts';
import { startCluster, type Cluster } from '#tests/support/cluster.ts';
import { drawPhotographs, withComment } from '#tests/support/large-photos.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { spreadOf, type Bench } from './bench.ts';

const ROUNDS = 4;
const PHOTOS_PER_ROUND = 40;
const SENDERS = 4;

interface Round {
  perSecond: number;
  /** From the first byte of a photo to the answer to its commit. */
  ms: number[];
}

export const cluster: Bench = {
  name: 'cluster',
  minutes: 2,
  description: 'photos taken in per second by two servers over one bucket, and by one of them',
  async run() {
    const installation = await startCluster({ webs: 2, workers: 1, env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
    try {
      const [photograph] = await drawPhotographs();
      const picture = await sharp(photograph).jpeg({ quality: 80 }).toBuffer();
      const urls = installation.webs.map(({ url }) => url);
      const person = await freshSignIn(installation.url, demoPeople.member.email);
      const rounds: Record<'one' | 'two', Round[]> = { one: [], two: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const servers of ['one', 'two'] as const) {
          installation.proxy.setServers(servers === 'one' ? urls.slice(round % 2, (round % 2) + 1) : urls);
          const taken = await takeIn(installation, person, picture, `${round} ${servers}`);
          // The first round warms all of them up.
          if (round > 0) rounds[servers].push(taken);
        }
      }
      const rate = (servers: 'one' | 'two') => spreadOf(rounds[servers].map(({ perSecond }) => perSecond));
      const times = (servers: 'one' | 'two') => spreadOf(rounds[servers].flatMap(({ ms }) => ms));
      const [one, two] = [rate('one'), rate('two')];
      return [
        { what: 'photos per second, two servers', value: two.p50, unit: '/s', peer: { what: 'one server', value: one.p50 }, spread: two },
        { what: 'photos per second, one server', value: one.p50, unit: '/s', spread: one },
        { what: 'p95 of a photo, two servers', value: times('two').p95, unit: 'ms', peer: { what: 'one server', value: times('one').p95 } },
        { what: 'size of a photo', value: picture.length / 1e6, unit: 'MB' },
      ];
    } finally {
      await installation.dispose();
    }
  },
};

async function takeIn({ sql }: Cluster, person: Person, picture: Buffer, name: string): Promise<Round> {
  const shots = Array.from({ length: PHOTOS_PER_ROUND }, (_, number) => {
    const bytes = withComment(picture, `${process.pid} ${name} ${number}`);
    return { bytes, sha256: sha256(bytes), contentType: 'image/jpeg' as const };
  });
  const ms: number[] = [];
  const left = [...shots];
  const send = async () => {
    for (let shot = left.pop(); shot; shot = left.pop()) {
      const started = performance.now();
      const answer = await createPhoto(person, demoEvents.live, photoRequest(shot, await upload(person, shot.bytes, demoEvents.live)));
      if (answer.status !== 201) throw new Error(`a photo was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      ms.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: SENDERS }, send));
  const perSecond = PHOTOS_PER_ROUND / ((performance.now() - started) / 1000);
  // The next round begins when the worker has nothing left.
  const unready = async () => (await sql<{ n: number }>("select count(*)::int as n from photos where state = 'processing'"))[0]!.n;
  await waitUntil(
    async () => (await unready()) === 0,
    120_000,
    () => 'the photos were not derived',
    250,
  );
  return { perSecond, ms };
}
