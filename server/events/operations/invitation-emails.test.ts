// The mails of invitations to an event.
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventInvitations, events } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, eventWithMembers, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { askEvents, outcome, type Ask } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org' });
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(() => deps.db.delete(mails));

const invite = (scene: EventWithMembers, emails: string[], by = scene.owner) =>
  ask('inviteParticipants', by, { id: scene.eventId }, { body: { emails, role: 'viewer' } });
const queued = () => deps.db.select().from(mails).where(like(mails.key, 'event-invitation:%')).orderBy(mails.recipient);

test('each address is mailed its own link, in text and HTML', async () => {
  const scene = await eventWithMembers(deps);
  const at = { startsAt: new Date('2026-11-28T19:00:00Z'), timeZone: 'Europe/Berlin', location: 'Pier 4' };
  await deps.db.update(events).set(at).where(eq(events.id, scene.eventId));
  const { items, delivery } = await invite(scene, ['jo@example.test', 'ines@example.test']);
  expect(delivery).toBe('file');
  const rows = await queued();
  expect(rows.map(({ recipient }) => recipient)).toEqual(['ines@example.test', 'jo@example.test']);
  for (const { recipient, content, html } of rows) {
    const code = items.find(({ email }) => email === recipient)?.code;
    expect(content).toContain(`https://photos.example.org/join/${code}`);
    expect(content).toContain('as a viewer');
    expect(content).toMatch(/Saturday, November 28, 2026.* 8:00.PM.*Pier 4/);
    expect(html).toContain(`href="https://photos.example.org/join/${code}"`);
  }
});

test('repeated invitations send no second email at once, and refused ones send none', async () => {
  const scene = await eventWithMembers(deps);
  await invite(scene, ['ines@example.test']);
  const [{ key } = { key: '' }] = await queued();
  // Both within ten minutes of the clock, whenever the test runs.
  await deps.db.update(mails).set({ key: key.replace(/\d+$/, (bucket) => String(Math.max(Number(bucket), bucketNow()))) });
  await invite(scene, ['INES@example.test']);
  expect(await queued()).toHaveLength(1);
  await deps.db.update(mails).set({ key: key.replace(/\d+$/, (bucket) => String(Number(bucket) - 1)) });
  await invite(scene, ['ines@example.test']);
  expect(await queued()).toHaveLength(2);
  expect(await outcome(invite(scene, ['jo@example.test'], viewer(await createUser(deps))))).not.toBe('done');
  expect(await queued()).toHaveLength(2);
  const left = await deps.db.select().from(eventInvitations).where(eq(eventInvitations.eventId, scene.eventId));
  expect(left).toHaveLength(1);
});

const bucketNow = () => Math.floor(Date.now() / 600_000);
