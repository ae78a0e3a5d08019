// Photos of 2.2 MB that four senders deliver per second, as the app does on a fast line, until each is acknowledged, while their thumbnails are made. By turns with a bare server that
// only writes, hashes and syncs as many bytes from the same client.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { createPhoto, freshSignIn, photoRequest, uploadAtOnce } from '#tests/support/api.ts';
import { drawPhotographs, withComment } from '#tests/support/large-photos.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withServer } from './server.ts';

const ROUNDS = 4;
const PHOTOS_PER_ROUND = 60;
const SENDERS = 4;

type Shot = Parameters<typeof photoRequest>[0];

interface Round {
  perSecond: number;
  /** From the first byte of a photo to its acknowledgement. */
  ms: number[];
}

export const ingest: Bench = {
  name: 'ingest',
  minutes: 1,
  description: `photos taken in per second from ${SENDERS} senders, against a server that only writes, hashes and syncs`,
  run: () =>
    withServer({}, async (server) => {
      const [photograph] = await drawPhotographs();
      const picture = await sharp(photograph).jpeg({ quality: 80 }).toBuffer();
      const person = await freshSignIn(server.url, demoPeople.member.email);
      const deliver = async (shot: Shot) => {
        const answer = await createPhoto(
          person,
          demoEvents.live,
          photoRequest(shot, await uploadAtOnce(person, shot.bytes, demoEvents.live)),
        );
        if (answer.status !== 201) throw new Error(`a photo was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      };
      return withBareServer(path.join(server.dataDir, 'bare'), async (send) => {
        const rounds = { ours: [] as Round[], bare: [] as Round[] };
        for (let round = 0; round <= ROUNDS; round += 1) {
          const ours = await takeIn(shotsOf(picture, `${round} ours`), deliver);
          await derived(server);
          const bare = await takeIn(shotsOf(picture, `${round} bare`), send);
          // The first round warms both up.
          if (round > 0) {
            rounds.ours.push(ours);
            rounds.bare.push(bare);
          }
        }
        const rate = (measured: Round[]) => spreadOf(measured.map(({ perSecond }) => perSecond));
        const times = (measured: Round[]) => spreadOf(measured.flatMap(({ ms }) => ms));
        const [ours, bare] = [rate(rounds.ours), rate(rounds.bare)];
        const [took, tookBare] = [times(rounds.ours), times(rounds.bare)];
        const peer = { what: 'a bare server', value: bare.p50 };
        const figures: Figure[] = [
          { what: 'photos per second', value: ours.p50, unit: '/s', limit: { least: 0.6 * bare.p50 }, peer, spread: ours },
          {
            what: 'p95 of a photo',
            value: took.p95,
            unit: 'ms',
            limit: { most: 200 },
            peer: { what: 'a bare server', value: tookBare.p95 },
            spread: took,
          },
          { what: 'size of a photo', value: picture.length / 1e6, unit: 'MB' },
        ];
        return figures;
      });
    }),
};

const shotsOf = (picture: Buffer, name: string): Shot[] =>
  Array.from({ length: PHOTOS_PER_ROUND }, (_, number) => {
    const bytes = withComment(picture, `${process.pid} ${name} ${number}`);
    return { bytes, sha256: sha256(bytes), contentType: 'image/jpeg' };
  });

async function takeIn(shots: Shot[], send: (shot: Shot) => Promise<void>): Promise<Round> {
  const ms: number[] = [];
  const left = [...shots];
  const lane = async () => {
    for (let shot = left.pop(); shot; shot = left.pop()) {
      const begun = performance.now();
      await send(shot);
      ms.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: SENDERS }, lane));
  return { perSecond: (shots.length * 1000) / (performance.now() - begun), ms };
}

/** The bare server is measured when the other one has nothing left to do. */
async function derived({ sql }: TestServer): Promise<void> {
  const unready = async () => (await sql<{ count: number }>("select count(*)::int from photos where state = 'processing'"))[0]!.count;
  await waitUntil(
    async () => (await unready()) === 0,
    120_000,
    () => 'the photos were not derived',
    250,
  );
}

async function withBareServer<T>(folder: string, use: (send: (shot: Shot) => Promise<void>) => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const server = fork(path.join(import.meta.dirname, 'bare-server.ts'), [folder]);
  try {
    const [port] = (await once(server, 'message')) as [number];
    return await use(async ({ bytes, sha256 }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Uint8Array.from(bytes) });
      if (answer.status !== 201 || (await answer.text()) !== sha256) throw new Error(`the bare server answered ${answer.status}`);
    });
  } finally {
    server.disconnect();
    await once(server, 'exit');
  }
}
