// A power failure while moderators decide on hundreds of photos: each photo is decided or not, and everyone sees the same state afterwards.
import type { components } from '#openapi/api.ts';
import { gallery, signIn, type Answer } from '#tests/support/api.ts';
import { addManyPhotos } from '#tests/support/bulk-insert.ts';
import { expect, testWithServer as test } from '#tests/support/chaos-fixtures.ts';
import { createEvent, eventPath, expectStatus, moderate, newParticipant } from '#tests/support/events.ts';
import { listen } from '#tests/support/stream-listener.ts';

type Schemas = components['schemas'];

const batchSize = 50;

test('server and its database killed in the middle of a bulk moderation', async ({ server }) => {
  const owner = await signIn(server.url, 'owner@demo.test');
  const event = await createEvent(owner, { require_approval: true });
  const [author, onlooker] = await Promise.all([newParticipant(server.url, event), newParticipant(server.url, event)]);
  const night = { from: new Date(Date.now() - 3_600_000), to: new Date(), pendingOneIn: 1 };
  const ids = await addManyPhotos(server, { ...night, eventId: event.id, count: 600, uploaderIds: [author.id] });
  const batches = Array.from({ length: ids.length / batchSize }, (_, index) => ids.slice(index * batchSize, (index + 1) * batchSize));

  // All are on their way when the first answer comes, and then the power goes.
  let answered: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (answered = resolve));
  const outcomes = batches.map(async (batch): Promise<{ batch: string[]; kept: boolean }> => {
    try {
      const result = await moderate(owner, event.id, { ids: batch, status: 'approved', expected: 'pending' });
      expect(result.moderated).toHaveLength(batch.length);
      answered();
      return { batch, kept: true };
    } catch (error) {
      // The line died with the server.
      if (!(error instanceof TypeError)) throw error;
      return { batch, kept: false };
    }
  });
  await first;
  await server.killWithDatabase();
  const told = await Promise.all(outcomes);
  await server.restart();

  const whole = await gallery(owner, event.id);
  const approved = new Set(whole.filter(({ status }) => status === 'approved').map(({ id }) => id));
  expect(whole).toHaveLength(ids.length);
  expect(whole.every(({ status }) => status === 'approved' || status === 'pending')).toBe(true);
  for (const { batch, kept } of told) {
    const decided = batch.filter((id) => approved.has(id)).length;
    if (kept) expect(decided, 'acknowledged decisions are stored').toBe(batch.length);
    else expect([0, batch.length], 'unacknowledged batches are stored as a whole or not at all').toContain(decided);
  }
  const cut = told.filter(({ kept }) => !kept).length;
  console.log(`  ${told.length} batches of ${batchSize}: ${told.length - cut} answered before the end, ${cut} cut`);

  await test.step('gallery, stream, statistics and timeline agree', async () => {
    expect(new Set((await gallery(onlooker, event.id)).map(({ id }) => id))).toEqual(approved);
    const stream = listen(onlooker, event.id, '?after=0');
    await expect.poll(() => new Set(stream.changes.flatMap(({ photo_id }) => photo_id ?? []))).toEqual(approved);
    const positions = stream.changes.map(({ seq }) => seq);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    stream.stop();
    const numbers: Answer<Schemas['EventNumbers']> = await owner.call('GET', `${eventPath(event.id)}/numbers`);
    expect(expectStatus(numbers, 200, 'numbers')).toMatchObject({
      approved: approved.size,
      pending: ids.length - approved.size,
      rejected: 0,
    });
    const timeline: Answer<Schemas['Timeline']> = await onlooker.call('GET', `${eventPath(event.id)}/timeline`);
    expect(timeline.body.total).toBe(approved.size);
  });

  await test.step('the rest is decided by sending everything again', async () => {
    for (const batch of batches) {
      await moderate(owner, event.id, { ids: batch, status: 'approved', expected: 'pending' });
    }
    expect(await gallery(onlooker, event.id)).toHaveLength(ids.length);
  });
});
