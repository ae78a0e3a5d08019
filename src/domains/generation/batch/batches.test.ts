import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { buildBatch, buildModel } from '#tests/support/factories/api.ts';
import {
  batchCounts,
  batchesQuery,
  batchQuery,
  batchStatus,
  batchTitle,
  cacheBatch,
  isToCheck,
  postedTo,
  shareOf,
  expectedTimeLeft,
} from './batches.ts';

it('a batch is described by its style, counts and expected time', () => {
  const batch = buildBatch({ failed: 1, skipped: 2, left: 185, event: { id: 'e1', name: 'Gala' }, posted: 10 });
  const models = [buildModel({ id: batch.model }, { styles: [{ id: 'hatching', name: 'Cross-hatching' }] })];
  expect(batchTitle(batch, models)).toBe('Oil, 200 photos');
  expect(batchTitle(buildBatch({ style: 'hatching' }), models)).toBe('Cross-hatching, 200 photos');
  expect(batchTitle(buildBatch({ style: null, total: 1 }), models)).toBe('Photo filters, 1 photo');
  expect(batchCounts(batch)).toBe('12 of 200 made · 10 posted · 1 failed · 2 skipped');
  expect(postedTo(batch)).toBe('posted to Gala');
  const undone = { ...batch, posted: 0, undone_at: '2026-11-20T21:00:00.000Z' };
  expect([batchCounts(undone), postedTo(undone)]).toEqual(['12 of 200 made · 1 failed · 2 skipped', null]);
  expect(postedTo(buildBatch())).toBeNull();
  expect(shareOf(batch)).toBeCloseTo(15 / 200);
  expect(expectedTimeLeft(batch)).toBe('About 3 minutes left');
  expect([expectedTimeLeft(buildBatch({ seconds_left: 20 })), expectedTimeLeft(buildBatch({ seconds_left: 7200 }))]).toEqual([
    'Less than a minute left',
    'About 2 hours left',
  ]);
  expect([expectedTimeLeft(buildBatch({ status: 'paused' })), expectedTimeLeft(buildBatch({ seconds_left: null }))]).toEqual([null, null]);
  expect([batchStatus(batch), batchStatus(buildBatch({ status: 'done', undone_at: '2026-11-20T21:00:00.000Z' }))]).toEqual([
    'Running',
    'Removed',
  ]);
});

it('a late, older state does not replace a newer one, and a new batch comes first in the list', () => {
  const client = new QueryClient();
  const one = (id: string) => client.getQueryData(batchQuery(id).queryKey)?.made;
  client.setQueryData(batchesQuery.queryKey, { pages: [{ items: [buildBatch({ id: 'old' })], next_cursor: null }], pageParams: [null] });
  cacheBatch(client, buildBatch({ seq: 5, made: 20 }));
  cacheBatch(client, buildBatch({ seq: 4, made: 19 }));
  expect(one('b1')).toBe(20);
  const listed = client.getQueryData(batchesQuery.queryKey)?.pages.flatMap(({ items }) => items.map(({ id, made }) => [id, made]));
  expect(listed).toEqual([
    ['b1', 20],
    ['old', 12],
  ]);
});

it('only the pause after the first images asks whether they are fine', () => {
  const paused = { status: 'paused', total: 10 } as const;
  expect(isToCheck(buildBatch({ ...paused, pause_after: 3, made: 3, left: 7 }))).toBe(true);
  expect(isToCheck(buildBatch({ ...paused, pause_after: 3, made: 2, left: 7 })), 'one failed').toBe(true);
  expect(isToCheck(buildBatch({ ...paused, pause_after: 3, total: 2, made: 2, left: 0 })), 'all are made, none is posted').toBe(true);
  expect(isToCheck(buildBatch({ ...paused, pause_after: 3, made: 1, left: 9 })), 'by the person before').toBe(false);
  expect(isToCheck(buildBatch({ ...paused, pause_after: null, made: 6, left: 4 })), 'by the person after it').toBe(false);
  expect(isToCheck(buildBatch({ status: 'running', pause_after: 3, made: 1, left: 9 }))).toBe(false);
});
