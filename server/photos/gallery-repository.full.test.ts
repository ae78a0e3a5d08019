// How much of a large gallery one page reads, by the plans of its queries.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '#server/db/pool.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers } from '#tests/support/factories/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

describe('a page of a large gallery', () => {
  it('reads few rows with any filter and any number of pending photos', async () => {
    const scene = await eventWithMembers(deps, { requireApproval: true });
    await deps.pool.query(
      `insert into photos (id, event_id, uploader_id, status, state, taken_at, tz_offset, orientation, bytes, sha256, content_type, device_id, device_seq, source)
       select gen_random_uuid(), $1, case when n % 50 = 0 then $3::uuid else $2::uuid end, case when n % 100 = 7 then 'approved' when n % 100 = 8 then 'rejected' else 'pending' end, 'ready',
         now() - n * interval '1 second', 0, 0, 1, 'x', 'image/jpeg', gen_random_uuid(), n, 'camera' from generate_series(1, 20000) n`,
      [scene.eventId, scene.owner.userId, scene.guest.userId],
    );
    await deps.pool.query('vacuum analyze photos');
    let scanned = 0;
    const spied = new Proxy(deps.pool, {
      get: (pool, name) =>
        name === 'query'
          ? async (query: { text: string }, values: unknown[]) => {
              const { rows } = await pool.query<{ 'QUERY PLAN': Plan[] }>(`explain (analyze, format json) ${query.text}`, values);
              scanned = Math.max(0, ...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => rowsRead(Plan)));
              return { rows: [], fields: [] };
            }
          : (Reflect.get(pool, name) as unknown),
    });
    const none = { from: null, to: null, uploaderId: null, liked: false, status: null, sectionId: null };
    const day = new Date(Date.now() - 3600_000);
    for (const scope of ['everything', 'approved', 'own'] as const) {
      for (const filters of [
        none,
        { ...none, to: day },
        { ...none, from: day },
        { ...none, status: 'pending' as const },
        { ...none, status: 'approved' as const },
        { ...none, status: 'rejected' as const },
        { ...none, uploaderId: scene.guest.userId },
        { ...none, liked: true },
      ]) {
        const view = { eventId: scene.eventId, userId: scene.guest.userId, scope, filters };
        await galleryOrder.page({ sort: '-taken_at', limit: 50 }, (range) => listGallery(openDb(spied), view, range));
        expect(scanned, JSON.stringify({ scope, filters })).toBeLessThan(600);
      }
    }
  }, 60_000);
});

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
interface Plan {
  Plan: PlanNode;
}
/** The most rows that any one step read. */
const rowsRead = (node: PlanNode): number =>
  Math.max(
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    ...(node.Plans ?? []).map((child) => rowsRead(child)),
  );
