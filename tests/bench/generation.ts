// Fifty generations by ten people at once, with every built-in model: the fairness between people, the memory of the generator processes, and the
// delay of other requests. Peer of the delay: the same requests before and after, without generations.
import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '#openapi/api.ts';
import { demoEvents, demoOrganizationIds } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { registerPerson, signIn, type Person } from '#tests/support/api.ts';
import { requestImages, waitForGeneration, uploadSource } from '#tests/support/generations.ts';
import { picture } from '#tests/support/pictures.ts';
import { childrenOf, commandOf, waitUntil } from '#tests/support/processes.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure, type Spread } from './bench.ts';
import { watchCpuShare } from './cpu-share.ts';
import { residentBytes } from './machine.ts';
import { withServer } from './server.ts';

type Asked = Partial<components['schemas']['CreateGenerationRequest']>;

const PEOPLE = 10;
const SERIES = 6;
/** Requests of others while nothing is made, before and after. */
export const IDLE_REQUESTS = 200;
const EVERY_MS = 25;
const LOOK_EVERY_MS = 100;

export const generation: Bench = {
  name: 'generation',
  minutes: 2,
  description: 'fifty generations of ten people at once: fair order, memory, what others wait; four images of the illustrator',
  run: () =>
    withServer({}, async (server) => {
      const four = await fourImages(server);
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => registerPerson(server.url)));
      const sources = await Promise.all(people.map(async (one) => uploadSource(one, (await picture({ width: 320, height: 240 })).bytes)));
      const reader = await othersOf(server);
      // The first requests include compilation and query planning.
      await timesOf(reader, (count) => count < 50);
      const before = await timesOf(reader, (count) => count < IDLE_REQUESTS);

      let isOver = false;
      const meanwhile = timesOf(reader, () => !isOver);
      const memory = watchMemory(server.pid(), () => !isOver);
      const asked = await Promise.all(
        people.map(async (person, at) => {
          const ids = await Promise.all(mixOf(sources[at]!).map(async (json) => (await requestImages(person, json)).id));
          return { person, ids };
        }),
      );
      const all = asked.flatMap(({ ids }) => ids);
      await waitUntil(
        async () => (await unfinished(server, all)) === 0,
        300_000,
        () => `the generations did not end:\n${server.log().slice(-2000)}`,
        LOOK_EVERY_MS,
      );
      isOver = true;
      const busy = spreadOf(await meanwhile);
      const most = await memory;
      const after = await timesOf(reader, (count) => count < IDLE_REQUESTS);
      const idle = spreadOf([...before, ...after]);
      const { ahead, seconds } = await orderOf(server, all);
      const figures: Figure[] = [
        { what: 'four images of 1024², from asking to the last one, less what others took', ...figureOf(four.own), limit: { most: 3 } },
        { what: 'the same, wall clock', ...figureOf(four.wall) },
        { what: 'largest lead of one person over another', value: ahead, unit: 'done', limit: { most: 2 } },
        { what: 'memory of all that makes images, at once, most', value: most / 1e6, unit: 'MB', limit: { most: 700 } },
        {
          what: 'p95 of other requests while fifty are made',
          value: busy.p95,
          unit: 'ms',
          peer: { what: 'while none is', value: idle.p95 },
          limit: { times: 2 },
          spread: busy,
        },
        { what: 'fifty generations, wall clock', value: seconds, unit: 's' },
      ];
      return figures;
    }),
};

const figureOf = (spread: Spread) => ({ value: spread.p50, unit: 's', spread });

const cutOut = 'builtin:cut-out';

/** Of each person, one after the other of each kind. */
const mixOf = (source: NonNullable<Asked['source']>): Asked[] => [
  { model: 'builtin:illustrator', prompt: 'A cat on the moon at night with a rocket' },
  { model: 'builtin:restyle', style: 'oil', source },
  { model: 'builtin:upscale-2x', source },
  // The picture has no person, so the model runs and then reports that.
  { model: cutOut, source },
  { model: 'builtin:illustrator', prompt: 'Three balloons over the sea', count: 2 },
];

async function fourImages(server: TestServer): Promise<{ wall: Spread; own: Spread }> {
  const person = await registerPerson(server.url);
  const asked = { prompt: 'A cat on the moon at night with a rocket', width: 1024, height: 1024, count: 4 };
  const [wall, own]: [number[], number[]] = [[], []];
  for (let series = -1; series < SERIES; series += 1) {
    const share = watchCpuShare(server.pid());
    const started = performance.now();
    const { id } = await requestImages(person, asked);
    const { images } = await waitForGeneration(person, id);
    const seconds = (performance.now() - started) / 1000;
    if (images.length !== 4) throw new Error(`${images.length} of four images were made`);
    // The first one starts the process that draws.
    if (series < 0) continue;
    wall.push(seconds);
    own.push(seconds * share());
  }
  return { wall: spreadOf(wall), own: spreadOf(own) };
}

/** Requests by a person who generates no images, in rotation. */
export async function othersOf({ url }: TestServer): Promise<(turn: number) => Promise<void>> {
  const [owner, guest] = await Promise.all([signIn(url, demoPeople.owner.email), signIn(url, demoPeople.user.email)]);
  const calls: [Person, string][] = [
    [guest, `/api/v1/event/${demoEvents.live}/photos`],
    [owner, `/api/v1/event/organization/${demoOrganizationIds.aurora}`],
  ];
  return async (turn) => {
    const [person, path] = calls[turn % calls.length]!;
    const { status, body } = await person.call('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  };
}

export async function timesOf(ask: (turn: number) => Promise<void>, goesOn: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const started = performance.now();
    await ask(times.length);
    times.push(performance.now() - started);
    await pause(EVERY_MS);
  }
  return times;
}

/** Peak memory of all child processes of the server, in bytes: those that draw and calculate, and those that write the files. */
async function watchMemory(pid: number, goesOn: () => boolean): Promise<number> {
  let most = 0;
  while (goesOn()) {
    const making = childrenOf(pid).filter((child) => /\b(builtin|derive)-child\b/.test(commandOf(child)));
    most = Math.max(
      most,
      making.reduce((sum, child) => sum + residentMemoryOf(child), 0),
    );
    await pause(LOOK_EVERY_MS);
  }
  return most;
}

function residentMemoryOf(pid: number): number {
  try {
    return residentBytes(pid).now || 0;
  } catch (error) {
    // It has ended since its parent named it.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0;
    throw error;
  }
}

async function unfinished(server: TestServer, ids: readonly string[]): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    'select count(*)::int from generations where id = any($1::uuid[]) and finished_at is null',
    [ids],
  );
  return row?.count ?? 0;
}

/** Played back by the server's own clock: the most by which one person had more done than another, at any moment. */
async function orderOf(server: TestServer, ids: readonly string[]): Promise<{ ahead: number; seconds: number }> {
  const rows = await server.sql<{ user_id: string; model_id: string; status: string; created_at: Date; finished_at: Date }>(
    'select user_id, model_id, status, created_at, finished_at from generations where id = any($1::uuid[]) order by finished_at',
    [ids],
  );
  const failed = rows.filter(({ model_id: model, status }) => status !== 'succeeded' && model !== cutOut).length;
  if (failed > 0) throw new Error(`${failed} of ${rows.length} generations were not made`);
  const done = new Map(rows.map(({ user_id: person }) => [person, 0]));
  let ahead = 0;
  for (const { user_id: person } of rows) {
    done.set(person, (done.get(person) ?? 0) + 1);
    ahead = Math.max(ahead, Math.max(...done.values()) - Math.min(...done.values()));
  }
  const began = Math.min(...rows.map(({ created_at: at }) => at.getTime()));
  return { ahead, seconds: (rows.at(-1)!.finished_at.getTime() - began) / 1000 };
}
