// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/support/outbox-server.ts';
import { monotonicNow } from '#src/lib/monotonic-clock.ts';
import { closeOutbox, withDb } from '#src/outbox/db.ts';
import { StorageFullError } from '#src/outbox/enqueue.ts';
import { newImportRows, updateImportRows } from '#src/outbox/imports.ts';
import { updateClockOffset } from '#src/transport/fetch.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { jpeg } from '#tests/support/camera-samples.ts';
import { createImportQueue, type ImportProgress } from './import-queue.ts';

vi.mock('./import-guard.tsx', () => ({ beginImporting: () => () => undefined }));

const target = {
  account: '0199aa00-0000-7000-8000-00000000000a',
  accountEmail: 'a@x.test',
  eventId: '0199aa00-0000-7000-8000-0000000000e1',
  eventName: 'Harbour Lights',
};

/** A page: it takes `room` files, and then its storage is full; or it never comes back from the one that `hangsAt` names. */
function page({ room = Infinity, hangsAt = Infinity } = {}) {
  const times: number[] = [];
  let facts: ImportProgress | null = null;
  let taken = 0;
  const imports = createImportQueue({
    target,
    async store(shot, name, { row }) {
      times.push(shot.takenAt);
      if (taken === hangsAt) await new Promise(() => undefined);
      if (taken === room) throw new StorageFullError('full');
      taken += 1;
      const [batch, number] = row!;
      await updateImportRows(
        newImportRows(target, batch, [{ name, size: 0, lastModified: 0 }]).map((made) => ({ ...made, number, state: 'stored' })),
      );
    },
    after: () => undefined,
    onProgress: (now) => (facts = now),
  });
  return { imports, facts: () => facts, taken: () => taken, times };
}

const files = (...names: string[]) =>
  names.map((name, number) => new File([jpeg({ takenAt: `2025:06:01 12:00:0${number}` })], name, { lastModified: number }));

beforeEach(() => reportReachable(false));
afterEach(async () => {
  await closeOutbox();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
});

describe('imports', () => {
  it('that a closed page did not finish are listed by the next page until picked again', async () => {
    const first = page({ hangsAt: 1 });
    first.imports.add([new File(['hello'], 'notes.jpg'), ...files('a', 'b', 'c')]);
    await vi.waitFor(() => expect(first.facts()).toMatchObject({ done: 2 }));
    await vi.waitFor(async () => expect((await withDb((db) => db.getAll('imports')))[0]).toMatchObject({ state: 'refused' }));
    // A closed page has released its locks.
    vi.spyOn(navigator.locks, 'query').mockResolvedValue({ held: [], pending: [] });

    const second = page();
    await second.imports.restore();
    expect(second.facts()).toMatchObject({ running: false, total: 0, left: ['b', 'c'], stopped: false });
    expect(second.facts()!.refused).toEqual([{ name: 'notes.jpg', reason: 'wrong-type' }]);
    second.imports.add(files('a', 'b', 'c').slice(1));
    await vi.waitFor(() => expect(second.facts()).toMatchObject({ running: false, saved: 2, left: [] }));
    const third = page();
    await third.imports.restore();
    expect(third.facts()).toMatchObject({ left: [], refused: [{ name: 'notes.jpg', reason: 'wrong-type' }] });
  });

  it('of shared files report each result once it outlives the page', async () => {
    const { imports, facts } = page();
    const recorded = vi.fn();
    imports.add([...files('a'), new File(['hello'], 'notes.jpg'), ...files('b')], {
      source: 'share',
      onRecorded: ({ number, state, reason }) => recorded(number, state, reason),
    });
    await vi.waitFor(() => expect(facts()).toMatchObject({ running: false }));
    expect(recorded.mock.calls).toHaveLength(3);
    expect(recorded.mock.calls).toEqual(
      expect.arrayContaining([
        [0, 'stored', null],
        [1, 'refused', 'wrong-type'],
        [2, 'known', null],
      ]),
    );
  });

  it('are corrected by the clock of this device only if its own camera app has just taken them', async () => {
    const HOUR = 3_600_000;
    const serverNow = new Date(Date.now() + 2 * HOUR).toUTCString();
    updateClockOffset(new Response(null, { headers: { date: serverNow } }), monotonicNow().at);
    const file = (name: string) => new File([jpeg({ takenAt: '2025:06:01 12:00:00', offset: '+00:00' }), name], name);
    const { imports, facts, times } = page();
    imports.add([file('picked.jpg')]);
    imports.add([file('taken.jpg')], { taken: true });
    await vi.waitFor(() => expect(facts()).toMatchObject({ running: false, saved: 2 }));
    const noon = Date.UTC(2025, 5, 1, 12);
    expect(times[0]).toBe(noon);
    expect(Math.round((times[1]! - noon) / HOUR)).toBe(2);
  });

  it('into a full storage list the missing files, also after a reload, until dismissed', async () => {
    const first = page({ room: 1 });
    first.imports.add(files('a', 'b', 'c'));
    const notTaken = ['b', 'c'].map((name) => ({ name, reason: 'storage-full' }));
    await vi.waitFor(() => expect(first.facts()).toMatchObject({ running: false, saved: 1, refused: notTaken }));
    const second = page();
    await second.imports.restore();
    expect(second.facts()).toMatchObject({ refused: notTaken });
    // Those of before stay named, and are not counted with the next.
    second.imports.add(files('d'));
    await vi.waitFor(() => expect(second.facts()).toMatchObject({ running: false, saved: 1, failed: 0, refused: notTaken }));
    second.imports.dismiss();
    expect(second.facts()).toBeNull();
    await vi.waitFor(async () => {
      const third = page();
      await third.imports.restore();
      expect(third.facts()).toBeNull();
    });
  });

  it('picked during another one run after it and are reported as one', async () => {
    const { imports, facts, taken } = page();
    imports.add(files('a'));
    imports.add(files('x', 'b', 'c').slice(1));
    expect(facts()).toMatchObject({ running: true, total: 3 });
    await vi.waitFor(() => expect(facts()).toMatchObject({ running: false, saved: 3 }));
    expect(taken()).toBe(3);
  });

  it('that are stopped list the remaining files', async () => {
    const { imports, facts } = page();
    imports.add(files('a', 'b'));
    imports.stop();
    await vi.waitFor(() => expect(facts()).toMatchObject({ running: false, stopped: true }));
    expect(facts()!.left.length + facts()!.saved).toBe(2);
  });
});
