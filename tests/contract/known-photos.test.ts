// What an import asks before it sends: which of these files has this person in this event already?
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { deliver, type Person } from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { eventPath } from '#tests/support/events.ts';
import { picture, sha256, type Picture } from '#tests/support/pictures.ts';
import { fixture, type Fixture } from './fixture.ts';
import { judge, type ProblemBody } from './judge.ts';

let w: Fixture;
beforeAll(async () => {
  w = await fixture();
}, 120_000);

const row = rows.find((one) => one.id === 'findKnownPhotos')!;
const live = demoEvents.live;
const unknown = 'f'.repeat(64);

async function ask(person: Person, eventId: string, sha256: string[], headers?: Record<string, string>) {
  const answer = await person.call('POST', `${eventPath(eventId)}/photos/known`, { json: { sha256 }, headers });
  judge(row, answer, 'story');
  return answer;
}

test('only the own photos of this event are known, and none that were deleted', async () => {
  const { member, participant } = w.people;
  const [mine, deleted, others, elsewhere] = await Promise.all([picture(), picture(), picture(), picture()]);
  const first = await deliver(member, live, mine);
  await deliver(member, live, mine);
  const gone = await deliver(member, live, deleted);
  await deliver(participant, live, others);
  await deliver(member, demoEvents.active, elsewhere);
  const removed = await member.call('DELETE', `${eventPath(live)}/photos/${gone.id}`, { headers: { 'x-account': member.id } });
  expect(removed.status).toBe(204);

  const answer = await ask(member, live, [mine, deleted, others, elsewhere].map((one) => one.sha256).concat(unknown));
  expect(answer.status).toBe(200);
  expect((answer.body as { known: unknown }).known).toEqual([
    {
      sha256: mine.sha256,
      id: first.id,
      uploaded_at: first.uploaded_at,
      is_unreadable: false,
      original: expect.stringMatching(/^(stored|unchecked)$/),
    },
  ]);
});

test('an account other than the session’s gets no data', async () => {
  const { member, participant } = w.people;
  const answer = await ask(member, live, [unknown], { 'x-account': participant.id });
  expect([answer.status, (answer.body as ProblemBody).code]).toEqual([409, 'account_mismatch']);
});

test('an import learns what a photo may have, before its bytes travel', async () => {
  const answer = await ask(w.people.member, live, [unknown]);
  expect(answer.body).toMatchObject({ limits: { photo_bytes: 52_428_800, photo_pixels: 100_000_000 } });
});

test('at most 200 files are asked for at once, each by a whole hash', async () => {
  const many = Array.from({ length: 201 }, (_, number) => number.toString(16).padStart(64, '0'));
  for (const sha256 of [many, [], ['abc'], [unknown.toUpperCase()], [unknown, unknown]]) {
    expect((await ask(w.people.member, live, sha256)).status).toBe(422);
  }
  expect((await ask(w.people.member, live, many.slice(1))).status).toBe(200);
});

function tornOf(whole: Buffer): Picture {
  const bytes = whole.subarray(0, Math.floor(whole.length / 3));
  return { bytes, sha256: sha256(bytes), contentType: 'image/jpeg', fileName: 'torn.jpg' };
}

const missingRow = rows.find((one) => one.id === 'checkDelivered')!;

async function askDelivered(person: Person, eventId: string, photos: { id: string; sha256?: string }[], headers?: Record<string, string>) {
  const answer = await person.call('POST', `${eventPath(eventId)}/photos/check`, { json: { photos }, headers });
  judge(missingRow, answer, 'story');
  return answer;
}

test('a photo is missing if the caller has none with its id here; deleted ones are not', async () => {
  const { member, participant } = w.people;
  const [mine, deleted, others, elsewhere] = await Promise.all([picture(), picture(), picture(), picture()]);
  const there = await deliver(member, live, mine);
  const gone = await deliver(member, live, deleted);
  const theirs = await deliver(participant, live, others);
  const away = await deliver(member, demoEvents.active, elsewhere);
  await member.call('DELETE', `${eventPath(live)}/photos/${gone.id}`, { headers: { 'x-account': member.id } });
  const lost = { id: '0199aa00-0000-7000-8000-00000000dead', sha256: unknown };
  const resent = { id: '0199aa00-0000-7000-8000-00000000beef', sha256: mine.sha256 };

  const answer = await askDelivered(member, live, [
    { id: there.id, sha256: mine.sha256 },
    { id: gone.id, sha256: deleted.sha256 },
    { id: theirs.id, sha256: others.sha256 },
    { id: away.id },
    lost,
    resent,
  ]);
  expect(answer.status).toBe(200);
  expect((answer.body as { missing: unknown }).missing).toEqual([
    { id: theirs.id, instead: null },
    { id: away.id, instead: null },
    { id: lost.id, instead: null },
    { id: resent.id, instead: there.id },
  ]);
  expect(answer.body).toMatchObject({ deleted: [gone.id] });
  const before = (answer.body as { delivered: number }).delivered;
  await deliver(member, live, await picture());
  expect((await askDelivered(member, live, [])).body).toEqual({
    missing: [],
    damaged: [],
    processing: [],
    deleted: [],
    delivered: before + 1,
  });
});

test('a file that cannot be decoded is reported as damaged, and before that as processing', async () => {
  const { member } = w.people;
  const whole = await deliver(member, live, await picture());
  const { bytes } = await picture({ width: 1600, height: 1200, noise: true });
  const cut = await deliver(member, live, tornOf(bytes));
  const ask = async () => (await askDelivered(member, live, [{ id: whole.id }, { id: cut.id }])).body as Record<string, unknown>;
  await expect.poll(async () => (await ask()).processing, { timeout: 20_000 }).toEqual([]);
  expect(await ask()).toMatchObject({ missing: [], damaged: [cut.id] });
});

test('at most 500 photos are asked about at once', async () => {
  const many = Array.from({ length: 501 }, () => ({ id: randomUUID(), sha256: unknown }));
  expect((await askDelivered(w.people.member, live, many)).status).toBe(422);
  const answer = await askDelivered(w.people.member, live, many.slice(1));
  expect((answer.body as { missing: unknown[] }).missing).toHaveLength(500);
});

test('an account other than the session’s gets no data on missing photos', async () => {
  const { member, participant } = w.people;
  const answer = await askDelivered(member, live, [], { 'x-account': participant.id });
  expect([answer.status, (answer.body as ProblemBody).code]).toEqual([409, 'account_mismatch']);
});
