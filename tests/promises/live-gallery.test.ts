// A photo that is taken down leaves the galleries that are open within a second.
import { beforeAll, expect, test } from 'vitest';
import { base, fixture, type Fixture } from '#tests/contract/fixture.ts';
import { deliver } from '#tests/support/api.ts';
import { createEvent, moderate, newParticipant } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { listen } from '#tests/support/stream-listener.ts';

const ROUNDS = 10;

let w: Fixture;
beforeAll(async () => {
  w = await fixture();
}, 120_000);

test('a rejected photo leaves an open gallery within a second, while others arrive', async () => {
  const { owner, member } = w.people;
  const event = await createEvent(owner);
  const [author, onlooker] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
  const deliverOne = async () => deliver(author, event.id, await picture());
  const stream = listen(onlooker, event.id);
  await stream.opened;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await deliverOne();
    await stream.waitForChange('the photo', ({ photo_id, kind }) => photo_id === id && kind !== 'removed');
    const others = Promise.all([deliverOne(), deliverOne()]);
    await moderate(member, event.id, { ids: [id], status: 'rejected' });
    const answered = performance.now();
    await stream.waitForChange('its end', ({ photo_id, kind }) => photo_id === id && kind === 'removed');
    times.push(performance.now() - answered);
    await others;
  }
  stream.stop();
  const median = times.toSorted((a, b) => a - b)[ROUNDS / 2]!;
  expect(median, `ms from the answer to the stream: ${times.map(Math.round).join(', ')}`).toBeLessThan(1000);
});
