// People deliver photos while the database restarts again and again: what was acknowledged is there, the server never ends, its pool stays whole.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { LANE_SIZES } from '#server/db/lanes.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { createPhoto, photoRequest, signIn, upload } from './api.ts';
import { picture } from './pictures.ts';
import { waitUntil } from './processes.ts';
import type { TestServer } from './server-process.ts';

/** Connections that a server may open for writes. */
export const WRITES_POOL = LANE_SIZES.writes;

export type DatabaseAddress = { host: string; port: number; user: string; database: string };

export interface DeliveryTally {
  acknowledged: Map<string, string>;
  /** Answers by status, those of calls that broke off as 0. */
  answers: Map<number, number>;
}

/** Asks on a connection of its own. */
export async function ask<T extends pg.QueryResultRow>(address: DatabaseAddress, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Restarts the database so often, as an administrator (SIGINT) and as fate (SIGKILL) would, while four people deliver. */
export async function restartUnderLoad(server: TestServer, address: DatabaseAddress, restarts: number): Promise<DeliveryTally> {
  const people = await Promise.all(['user@demo.test', 'member@demo.test', 'owner@demo.test'].map((email) => signIn(server.url, email)));
  const toll: DeliveryTally = { acknowledged: new Map(), answers: new Map() };
  const count = (status: number) => toll.answers.set(status, (toll.answers.get(status) ?? 0) + 1);
  const load = { isOver: false };

  const deliverUntilOver = async (person: (typeof people)[number]) => {
    while (!load.isOver) {
      const shot = await picture({ width: 1600, height: 1200 });
      // A phone tries again until it is answered: the same photo, by its id.
      const id = photoRequest(shot, '').id;
      let uploadId: string | null = null;
      for (let isDone = false; !isDone && !load.isOver;) {
        try {
          // What has been sent is not sent again, unless the server no longer knows it.
          uploadId ??= await upload(person, shot.bytes, demoEvents.live);
          const answer = await createPhoto(person, demoEvents.live, photoRequest(shot, uploadId, id));
          count(answer.status);
          if (answer.status === 404) uploadId = null;
          isDone = answer.status === 201 || answer.status === 200;
          if (isDone) toll.acknowledged.set(id, shot.sha256);
        } catch (error) {
          count(Number(/: (\d{3}) /.exec(error instanceof Error ? error.message : '')?.[1] ?? 0));
        }
        if (!isDone) await pause(200);
      }
    }
  };
  const readUntilOver = async (person: (typeof people)[number]) => {
    while (!load.isOver) {
      await person.call('GET', `/api/v1/event/${demoEvents.live}/photos`).then(
        (answer) => count(answer.status),
        () => count(0),
      );
      await pause(20);
    }
  };
  const busy = [...people, people[0]!].map(deliverUntilOver).concat(people.map(readUntilOver));

  for (let restart = 0; restart < restarts; restart++) {
    // In the middle of the work: some photos have just been taken, and are being derived.
    const before = toll.acknowledged.size;
    await waitUntil(
      () => toll.acknowledged.size >= before + 3,
      60_000,
      () => `nothing was acknowledged before restart ${restart + 1}`,
    );
    await pause(Math.random() * 500);
    const [row] = await ask<{ pid: string }>(address, `select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`);
    process.kill(Number(row!.pid), restart % 2 === 0 ? 'SIGINT' : 'SIGKILL');
    await pause(300);
    const answers = () => ask(address, 'select 1').then(Boolean, () => false);
    await waitUntil(answers, 60_000, () => `the database did not come back after restart ${restart + 1}`);
  }
  await pause(2000);
  load.isOver = true;
  await Promise.all(busy);
  return toll;
}

/** What became of the acknowledged photos: how many are there with their bytes, and how many of them are derived. */
export async function countStored(address: DatabaseAddress, { acknowledged }: DeliveryTally): Promise<{ stored: number; ready: number }> {
  const rows = await ask<{ id: string; sha256: string; state: string }>(
    address,
    'select id, sha256, state from photos where id = any($1) and deleted_at is null',
    [[...acknowledged.keys()]],
  );
  const whole = rows.filter((row) => acknowledged.get(row.id) === row.sha256);
  return { stored: whole.length, ready: whole.filter((row) => row.state === 'ready').length };
}

/** How many connections the server's writes can have at once: as many wait for one row that is locked until they do. */
export async function maxConnections(server: TestServer, address: DatabaseAddress): Promise<number> {
  const person = await signIn(server.url, 'user@demo.test');
  const [photo] = await ask<{ id: string }>(
    address,
    `select id from photos where event_id = $1 and status = 'approved' and state = 'ready' and deleted_at is null limit 1`,
    [demoEvents.live],
  );
  const locking = new pg.Client(address);
  await locking.connect();
  await locking.query('begin');
  await locking.query('select from event_counters where event_id = $1 for update', [demoEvents.live]);
  const path = `/api/v1/event/${demoEvents.live}/photos/${photo!.id}/like`;
  const likes = Array.from({ length: 2 * WRITES_POOL }, (_, index) => person.call(index % 2 === 0 ? 'PUT' : 'DELETE', path));
  const waiting = async () => {
    const [row] = await ask<{ count: number }>(
      address,
      `select count(*)::int as count from pg_stat_activity where application_name like 'ai-image-suite writes %' and state = 'active'`,
    );
    return row!.count;
  };
  // As many more requests wait for a connection: one too many would show within the further looks.
  let most = 0;
  for (let looks = 0; looks < 10;) {
    const count = await waiting();
    most = Math.max(most, count);
    if (count >= WRITES_POOL) looks += 1;
    await pause(100);
  }
  await locking.query('rollback');
  await locking.end();
  await Promise.allSettled(likes);
  return most;
}
