// A batch of two hundred photos in one style: how fast it is, what others wait meanwhile, and how long it takes to remove all results. Peer of the
// delay: the same requests before and after, without a batch.
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { signIn } from '#tests/support/api.ts';
import { addManyPhotos } from '#tests/support/bulk-insert.ts';
import { expectStatus, organizationOf } from '#tests/support/events.ts';
import { startBatch, waitForBatch } from '#tests/support/generations.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { IDLE_REQUESTS, othersOf, timesOf } from './generation.ts';
import { withServer } from './server.ts';

const PHOTOS = Number(process.env['BATCH_PHOTOS'] ?? 200);
const MOST_MS = 900_000;

export const batch: Bench = {
  name: 'batch',
  minutes: 3,
  description: `${PHOTOS} photos in one style with the built-in filter: photos per second, what others wait, undo`,
  run: () =>
    withServer({}, async (server) => {
      const owner = await signIn(server.url, demoPeople.owner.email);
      const eventId = demoEvents.live;
      const now = Date.now();
      const span = { from: new Date(now - 3_600_000), to: new Date(now - 60_000) };
      const ids = await addManyPhotos(server, { eventId, count: PHOTOS, uploaderIds: [owner.id], ...span, hasFiles: true });
      await linkOriginals(server, ids);
      const others = await othersOf(server);
      // The first requests include compilation and query planning, the first image the start of the processes.
      await timesOf(others, (count) => count < 50);
      const sources = ids.map((id) => ({ kind: 'photo' as const, id, event_id: eventId }));
      const organization_id = organizationOf(owner);
      const warm = await startBatch(owner, { style: 'oil', organization_id, sources: sources.slice(0, 2) });
      const { made, errors } = await waitForBatch(owner, warm.id, ({ status }) => status === 'done', MOST_MS);
      if (made !== 2) throw new Error(`${made} of 2 images were made: ${JSON.stringify(errors)}\n${server.log().slice(-2000)}`);
      const before = await timesOf(others, (count) => count < IDLE_REQUESTS);

      let isOver = false;
      const meanwhile = timesOf(others, () => !isOver);
      const started = performance.now();
      const { id } = await startBatch(owner, { style: 'oil', organization_id, sources });
      const askedMs = performance.now() - started;
      const done = await waitForBatch(owner, id, ({ status }) => status === 'done', MOST_MS);
      const seconds = (performance.now() - started) / 1000;
      isOver = true;
      if (done.made !== PHOTOS) throw new Error(`${done.made} of ${PHOTOS} images were made: ${JSON.stringify(done.errors)}`);
      const busy = spreadOf(await meanwhile);
      const after = await timesOf(others, (count) => count < IDLE_REQUESTS);
      const idle = spreadOf([...before, ...after]);
      const undoing = performance.now();
      expectStatus(await owner.call('POST', `/api/v1/generation-batches/${id}/undo`), 200, 'undoing');
      const undoMs = performance.now() - undoing;
      const figures: Figure[] = [
        {
          what: 'p95 of other requests while a batch is made',
          value: busy.p95,
          unit: 'ms',
          peer: { what: 'while none is', value: idle.p95 },
          limit: { times: 2 },
          spread: busy,
        },
        { what: 'photos per second', value: PHOTOS / seconds, unit: '/s' },
        { what: 'the request, for two hundred photos', value: askedMs, unit: 'ms', limit: { most: 2000 } },
        { what: 'undo, for two hundred images', value: undoMs, unit: 'ms', limit: { most: 2000 } },
      ];
      return figures;
    }),
};

/** The originals of copies are those of the photos that they are copies of. */
async function linkOriginals({ dataDir, sql }: TestServer, ids: readonly string[]): Promise<void> {
  const rows = await sql<{ id: string; sha256: string; source: string }>(
    `select copy.id, copy.sha256, min(photo.id::text) as source from photos copy join photos photo on photo.sha256 = copy.sha256
       and photo.id::text not like '0199bb%' where copy.id = any($1::uuid[]) group by copy.id, copy.sha256`,
    [ids],
  );
  const fileOf = (id: string, sha256: string) => path.join(dataDir, 'photos', storageKeys.original({ id, sha256 }));
  for (const { id, sha256, source } of rows) {
    mkdirSync(path.dirname(fileOf(id, sha256)), { recursive: true });
    symlinkSync(fileOf(source, sha256), fileOf(id, sha256));
  }
}
