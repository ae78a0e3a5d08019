// Five phones deliver 500 photographs of 4 MB to two servers, while every process is killed in turn and the database too.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freshSignIn, gallery, joinAsGuest, originalHash, type Person } from '#tests/support/api.ts';
import { openCamera, readCountsWithImports, signIn } from '#tests/support/app.ts';
import { expect, test } from '#tests/support/cluster-fixtures.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { choose } from '#tests/support/import-steps.ts';
import { drawPhotographs, writeCopies } from '#tests/support/large-photos.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { reportCounts } from '#tests/support/report-counts.ts';
import type { TestServer } from '#tests/support/server.ts';
import { readChanges } from '#tests/support/stream-listener.ts';

const PHONES = 5;
const PHOTOS = Number(process.env['CLUSTER_PHOTOS'] ?? 500);
/** A killed process is started again after so long, as its supervisor would. */
const RESTART_AFTER_MS = 1500;
/** From the last commit on. */
const COMPLETE_WITHIN_MS = 2000;

test(`${PHOTOS} photographs of five phones arrive once each while every process is killed in turn`, async ({ cluster, newPhone }, info) => {
  const files = writeCopies(info.outputPath('files'), await drawPhotographs(), PHOTOS);
  const hashes = files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
  const party = await newIsolatedEvent(cluster.url);
  const people = await Promise.all(Array.from({ length: PHONES }, () => party.newGuest()));
  const watchers = await Promise.all(cluster.webs.map((web) => watchGallery(web, party.id, party.event.join_code)));

  const phones = [];
  for (const [index, person] of people.entries()) {
    const phone = await newPhone();
    const page = await phone.page();
    await signIn(page, person.email);
    await openCamera(page, party.id);
    phones.push({ page, files: files.filter((_, at) => at % PHONES === index) });
  }
  await Promise.all(phones.map(({ page, files: own }) => choose(page, own)));

  const countStored = async () => {
    const rows = await cluster
      .sql<{ n: number }>('select count(*)::int as n from photos where event_id = $1 and deleted_at is null', [party.id])
      // Its database is being restarted.
      .catch(() => [{ n: -1 }]);
    return rows[0]!.n;
  };
  const [first, second] = cluster.webs as [TestServer, TestServer];
  const worker = cluster.workers[0]!;
  const kill = (server: TestServer) => async () => {
    await server.kill();
    await pause(RESTART_AFTER_MS);
    await server.restart();
  };
  const faults: [what: string, strike: () => Promise<void>][] = [
    ['first server', kill(first)],
    ['worker', kill(worker)],
    ['database (kill -9)', () => cluster.restartDatabase('SIGKILL')],
    ['second server', kill(second)],
    ['database (restart)', () => cluster.restartDatabase('SIGINT')],
    ['first server', kill(first)],
    ['second server', kill(second)],
    ['worker', kill(worker)],
  ];
  const struck: string[] = [];
  for (const [index, [what, strike]] of faults.entries()) {
    const atLeast = Math.floor((PHOTOS * (index + 1)) / (faults.length + 2));
    await waitUntil(
      async () => (await countStored()) >= atLeast,
      600_000,
      () => `fewer than ${atLeast} photos arrived after ${struck.join(', ')}`,
    );
    struck.push(`${what} at ${await countStored()}`);
    await strike();
  }
  await waitUntil(
    async () => (await countStored()) >= PHOTOS,
    900_000,
    () => `not all arrived after ${struck.join(', ')}`,
    20,
  );
  const lastCommit = performance.now();
  const complete = await Promise.all(watchers.map((watcher) => watcher.complete(PHOTOS)));
  const took = complete.map((at) => Math.max(0, Math.round(at - lastCommit)));

  for (const { page, files: own } of phones)
    await expect
      .poll(() => readCountsWithImports(page), { timeout: 120_000 })
      .toEqual({ shot: 0, imported: own.length, waiting: 0, stored: own.length });
  const viewers = await Promise.all(cluster.webs.map((web) => freshSignIn(web.url, people[0]!.email)));
  const stored = await gallery(viewers[0]!, party.id);
  expect(stored.map(({ sha256 }) => sha256).toSorted(), 'each photograph is there once').toEqual(hashes.toSorted());
  const owners = await Promise.all(cluster.webs.map((web) => freshSignIn(web.url, 'owner@demo.test')));
  for (const [index, photo] of stored.entries())
    expect(await originalHash(owners[index % owners.length]!, party.id, photo.id), 'the bytes in the bucket').toBe(photo.sha256);
  for (const watcher of watchers) watcher.stop();
  expect(Math.max(...took), 'ms from the last commit until the gallery of each server is complete').toBeLessThan(COMPLETE_WITHIN_MS);
  reportCounts(
    `${stored.length} of ${PHOTOS}, each once, hashes equal; killed: ${struck.join(', ')}; galleries complete after ${took.join(' and ')} ms; ` +
      `requests answered by ${[...cluster.proxy.answered.values()].join(' and ')}`,
  );
});

interface GalleryWatcher {
  /** Resolves with when the stream had told of so many photos, and the list has them. */
  complete(count: number): Promise<number>;
  stop(): void;
}

/** A guest's gallery on one server: the stream, opened again after each end where it ended. */
async function watchGallery(web: TestServer, eventId: string, code: string | null): Promise<GalleryWatcher> {
  const guest: Person = await joinAsGuest(web.url, code, 'Guest');
  const seen = new Set<string>();
  const stopping = new AbortController();
  let position = 0;
  const read = async () => {
    const stream = await guest.fetch(`/api/v1/event/${eventId}/stream?after=${position}`, { signal: stopping.signal });
    for await (const { seq, photo_id: id } of readChanges(stream)) {
      if (id !== null) seen.add(id);
      position = Math.max(position, seq);
    }
  };
  const follow = async () => {
    while (!stopping.signal.aborted) {
      // Its server is away, or ended the stream.
      await read().catch(() => undefined);
      await pause(200);
    }
  };
  void follow();
  return {
    async complete(count) {
      await waitUntil(
        () => seen.size >= count,
        30_000,
        () => `the stream told of ${seen.size} photos`,
        10,
      );
      await waitUntil(
        async () => (await gallery(guest, eventId)).length >= count,
        30_000,
        () => 'the list is not complete',
        10,
      );
      return performance.now();
    },
    stop() {
      stopping.abort();
    },
  };
}
