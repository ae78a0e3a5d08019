// Own data through the whole application: the exact contents of the archive, and what remains of a deleted account.
import { createHash, randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { audit } from '#server/audit/audit.ts';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { eventCounters, eventDevices, events } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Tx } from '#server/db/types.ts';
import { recordJoin } from '#server/events/changes-repository.ts';
import { addParticipant, listParticipantRows } from '#server/events/participants-repository.ts';
import type { JobPayloads } from '#server/jobs/jobs.ts';
import { lockUser } from '#server/organizations/repository.ts';
import { ownDataJobs } from '#server/own-data/jobs.ts';
import { upsertDevice } from '#server/photos/devices-repository.ts';
import { auditLogJobs } from '#server/platform/jobs.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createMembership,
  createOrganization,
  createPhoto,
  viewerOf,
  createParticipant,
} from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { sumsOf, unzip } from '#tests/support/zip.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let generator: TestGenerator;

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  passwordHash = await hashPassword(password);
  generator = await openGenerator(deps);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
}, 30_000);

const call = accountCalls(() => app);

interface Somebody {
  id: string;
  email: string;
  here: InjectOptions;
}
async function somebody(role: 'user' | 'super_admin' = 'user'): Promise<Somebody> {
  const id = uuid7();
  const email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz', role });
  const { body } = await call('POST', 'login', { email, password });
  return { id, email, here: { headers: { authorization: `Bearer ${String(body?.access_token)}` } } };
}

async function nightWith(person: { id: string }) {
  const organization = await createOrganization(deps);
  const eventId = await createEvent(deps, organization.id, { name: 'Harbour Night' });
  await createParticipant(deps, eventId, { userId: person.id });
  await deps.db.insert(eventCounters).values({ eventId, attendeesCount: 1 }).onConflictDoNothing();
  return { eventId, organization };
}

/** A device on which photos wait. */
const reportDevice = (eventId: string, userId: string) =>
  upsertDevice(deps.db, {
    eventId,
    userId,
    deviceId: uuid7(),
    kind: 'phone',
    name: 'Chrome on Android',
    appVersion: '0.2.0',
    captured: 3,
    imported: 0,
    waiting: 3,
    waitingBytes: 9,
    waitingPhotos: [],
    attention: [],
    lost: 0,
    lastSeq: 3,
    isStorageLow: false,
  });

/** A photo with an original in storage. */
async function shoot(eventId: string, userId: string, bytes: Buffer, fileName: string | null = null) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const photo = await createPhoto(deps, eventId, userId, { sha256, bytes: bytes.length, fileName });
  await deps.storage.put(storageKeys.original({ id: photo.id, sha256 }), bytes);
  return { id: photo.id, sha256 };
}

const jsonIn = (files: Map<string, Buffer>, name: string): unknown => JSON.parse(files.get(name)?.toString() ?? 'null');

test('deleted accounts are reported, and ones unknown after a restore from an older backup', async () => {
  const [gone, disabled, another] = [await somebody(), await somebody(), await somebody()];
  for (const { here } of [gone, another]) await call('POST', 'account/delete', { password, photos: 'keep' }, here);
  await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.id));
  const ask = async (ids: string[]) => (await call('POST', 'deleted-accounts', { ids })).body;
  expect(await ask([disabled.id])).toEqual({ deleted_ids: [] });
  const unknown = uuid7();
  expect(await ask([gone.id, disabled.id, another.id, unknown])).toEqual({ deleted_ids: [gone.id, another.id, unknown] });
});

describe('the export', () => {
  test('contains every original byte for byte, everything else as JSON, and a hash of each file', async () => {
    const person = await somebody();
    const { eventId } = await nightWith(person);
    const shots = [randomBytes(300_000), randomBytes(10), Buffer.alloc(0)];
    const taken = [];
    for (const [index, bytes] of shots.entries()) taken.push(await shoot(eventId, person.id, bytes, index === 0 ? 'IMG_1234.JPG' : null));
    const lost = await createPhoto(deps, eventId, person.id);
    const deleted = await shoot(eventId, person.id, randomBytes(5));
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, deleted.id));
    const others = await shoot(eventId, (await somebody()).id, randomBytes(7));
    await reportDevice(eventId, person.id);

    expect((await call('GET', 'account', undefined, person.here)).body).toEqual({ photos: 4, bytes: 300_011, last_admin_of: [] });
    const answer = await call('GET', 'account/export', undefined, person.here);
    expect(answer.status).toBe(200);
    const files = unzip(answer.bytes);
    const listed = sumsOf(files);
    expect([...listed.keys(), 'SHA256SUMS.txt'].toSorted()).toEqual([...files.keys()].toSorted());
    for (const [name, sum] of listed) expect(createHash('sha256').update(files.get(name)!).digest('hex'), name).toBe(sum);
    const told = jsonIn(files, 'photos.json') as { id: string; file: string | null; sha256: string }[];
    expect(told.map(({ id }) => id)).toEqual([...taken.map(({ id }) => id), lost.id]);
    expect(told.find(({ id }) => id === lost.id)?.file).toBeNull();
    for (const { id, sha256 } of taken) expect(listed.get(told.find((photo) => photo.id === id)?.file ?? '')).toBe(sha256);
    expect([...files.keys()].some((name) => name.startsWith('photos/harbour-night-'))).toBe(true);
    expect([...files.keys()].filter((name) => name.endsWith('-IMG_1234.JPG'))).toHaveLength(1);
    expect(told[0]).toMatchObject({ fileName: 'IMG_1234.JPG' });
    expect(jsonIn(files, 'account.json')).toMatchObject({ email: person.email, devices: [{}] });
    expect(jsonIn(files, 'events.json')).toMatchObject([{ event: 'Harbour Night' }]);
    expect(jsonIn(files, 'event-devices.json')).toMatchObject([{ event: 'Harbour Night', waiting: 3 }]);
    expect((jsonIn(files, 'activity.json') as { action: string }[]).map(({ action }) => action)).toContain('account.export');
    const text = [...files].filter(([name]) => name.endsWith('.json')).map(([, bytes]) => bytes.toString());
    for (const word of [passwordHash, deleted.id, others.id]) expect(text.join()).not.toContain(word);
  });

  test("contains the user's generated images, and the prompts for an organization’s", async () => {
    const person = await somebody();
    const { organization } = await nightWith(person);
    await createMembership(deps, organization.id, { userId: person.id });
    const who = await viewerOf(deps, person.id);
    const own = await generator.create(who, { prompt: 'A lighthouse' });
    const theirs = await generator.create(who, { prompt: 'A harbour', organization_id: organization.id });
    for (const { id } of [own, theirs]) await generator.run(id);
    const files = unzip((await call('GET', 'account/export', undefined, person.here)).bytes);
    const told = jsonIn(files, 'generations.json') as { organization: string | null; request: { prompt: string } }[];
    expect(told.map(({ organization: of, request }) => [of, request.prompt])).toEqual([
      [null, 'A lighthouse'],
      ['Unit', 'A harbour'],
    ]);
    expect([...files.keys()].filter((name) => name.startsWith('generated/'))).toEqual([`generated/${own.id}-0.png`]);
  });

  test('contains two photos of one second with the same id ending', async () => {
    const person = await somebody();
    const { eventId } = await nightWith(person);
    const takenAt = new Date();
    for (const [begin, text] of [
      ['0199aa00', 'one'],
      ['0199aa01', 'two'],
    ] as const) {
      const sha256 = createHash('sha256').update(text).digest('hex');
      const id = `${begin}-0000-7000-8000-${person.id.slice(-12)}`;
      await createPhoto(deps, eventId, person.id, { id, takenAt, sha256, bytes: text.length });
      await deps.storage.put(storageKeys.original({ id, sha256 }), Buffer.from(text));
    }
    const files = unzip((await call('GET', 'account/export', undefined, person.here)).bytes);
    const held = [...files].filter(([name]) => name.startsWith('photos/')).map(([, bytes]) => bytes.toString());
    expect(held.toSorted()).toEqual(['one', 'two']);
  });

  test('runs once at a time, and again after it was canceled', async () => {
    const person = await somebody();
    const { eventId } = await nightWith(person);
    // More than a connection buffers without a reader.
    for (let shot = 0; shot < 2; shot++) await shoot(eventId, person.id, Buffer.alloc(8_000_000, shot));
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/auth/account/export`;
    const headers = person.here.headers as Record<string, string>;
    const open = () => new Promise<IncomingMessage>((resolve) => get(url, { headers, agent: false }, resolve));
    const first = await open();
    expect(first.statusCode).toBe(200);
    // The first export isn’t read, so it waits.
    const second = await open();
    expect([second.statusCode, ((await json(second)) as { code: string }).code]).toEqual([409, 'export_running']);
    first.destroy();
    const again = () => open().then((answer) => buffer(answer).then(() => answer.statusCode));
    await expect.poll(again, { timeout: 30_000 }).toBe(200);
  });
});

describe('a deleted account', () => {
  const remove = (person: Pick<Somebody, 'here'>, body: object) => call('POST', 'account/delete', body, person.here);
  const ofTrail = async (id: string) => (await deps.db.select().from(auditLog).where(eq(auditLog.actorId, id))).map(({ action }) => action);

  test('requires the password; nothing identifies its owner, and every session is over', async () => {
    const person = await somebody();
    const { eventId, organization } = await nightWith(person);
    await createMembership(deps, organization.id, { userId: person.id, role: 'member' });
    const kept = await shoot(eventId, person.id, randomBytes(5));
    await reportDevice(eventId, person.id);
    expect((await remove(person, { photos: 'keep' })).code).toBe('wrong_password');
    expect((await remove(person, { photos: 'keep', password: 'not mine' })).code).toBe('wrong_password');
    const answer = await remove(person, { photos: 'keep', password });
    expect(answer.status).toBe(204);
    expect(answer.cookies.map(({ maxAge }) => maxAge)).toEqual([0, 0, 0, 0]);
    expect((await call('GET', 'account', undefined, person.here)).status).toBe(401);
    expect((await call('POST', 'login', { email: person.email, password })).code).toBe('invalid_credentials');
    const [row] = await deps.db.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({ email: null, passwordHash: '', firstName: 'Deleted', lastName: 'account' });
    expect(await deps.db.select().from(memberships).where(eq(memberships.userId, person.id))).toEqual([]);
    expect(await deps.db.select().from(eventDevices).where(eq(eventDevices.userId, person.id))).toEqual([]);
    for (const removed of [false, true])
      expect(await listParticipantRows(deps.db, { eventId, removed }, { where: undefined, orderBy: [], limit: 10 })).toEqual([]);
    expect(
      await deps.db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, person.id), isNull(sessions.endedAt))),
    ).toEqual([]);
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, eventId));
    expect(counter?.attendeesCount).toBe(0);
    const [photo] = await deps.db.select().from(photos).where(eq(photos.id, kept.id));
    expect(photo?.deletedAt).toBeNull();
    expect(await ofTrail(person.id)).toContain('account.delete');
    const subjects = (await deps.db.select().from(mails).where(eq(mails.recipient, person.email))).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !subject.startsWith('New login'))).toEqual(['Your account was deleted']);
    // The address can be registered again.
    const again = { account_type: 'personal', email: person.email, password, first_name: 'Ana', last_name: 'Ruiz' };
    expect((await call('POST', 'register', again)).status).toBe(201);
  });

  test('deletes its photos if chosen: from galleries and covers, in all events', async () => {
    const person = await somebody();
    const [one, other] = [await nightWith(person), await nightWith(person)];
    const own = [await shoot(one.eventId, person.id, randomBytes(5)), await shoot(other.eventId, person.id, randomBytes(5))];
    const others = await shoot(one.eventId, one.organization.adminId, randomBytes(5));
    await deps.db.update(events).set({ coverPhotoId: own[0]?.id }).where(eq(events.id, one.eventId));
    expect((await remove(person, { photos: 'delete', password })).status).toBe(204);
    const queued = await deps.pool.query("select from graphile_worker.jobs where task_identifier = 'delete-own-photos'");
    expect(queued.rowCount).toBe(2);
    const job = () =>
      ownDataJobs(deps)['delete-own-photos']({ userId: person.id, request: { ip: '::1', id: 'r' } }, new AbortController().signal);
    await job();
    await job();
    const rows = await deps.db.select({ id: photos.id, at: photos.deletedAt }).from(photos).where(eq(photos.uploaderId, person.id));
    expect(rows.map(({ at }) => at instanceof Date)).toEqual([true, true]);
    expect((await deps.db.select().from(photos).where(eq(photos.id, others.id)))[0]?.deletedAt).toBeNull();
    expect((await deps.db.select().from(events).where(eq(events.id, one.eventId)))[0]?.coverPhotoId).toBeNull();
    expect((await ofTrail(person.id)).filter((action) => action === 'photo.delete')).toHaveLength(2);
  });

  test.each([
    ['leaves what others wrote of an address that was only claimed', false],
    ['erases what others wrote of an address that was confirmed', true],
  ])('%s', async (_name, isVerified) => {
    const { id, email, here } = await somebody();
    await deps.db.update(users).set({ isVerified }).where(eq(users.id, id));
    const others = { actorId: uuid7(), subjectType: 'invitation', request: { ip: '198.51.100.7', id: uuid7() } } as const;
    await audit(deps.db, { ...others, action: 'organization.invite', detail: { email, role: 'organization' } });
    expect((await call('POST', 'account/delete', { password, photos: 'keep' }, here)).status).toBe(204);
    const { rows } = await deps.pool.query<{ payload: JobPayloads['erase-from-trail'] }>(
      `select j.payload from graphile_worker._private_jobs j where j.key = $1`,
      [`erase-from-trail:${id}`],
    );
    await auditLogJobs(deps)['erase-from-trail'](rows[0]!.payload, new AbortController().signal);
    const [entry] = await deps.db.select().from(auditLog).where(eq(auditLog.actorId, others.actorId));
    expect(entry).toMatchObject({ ip: '198.51.100.7', detail: isVerified ? null : { email, role: 'organization' } });
  });

  test('is refused for the last admin of an organization, by its name, also when two leave at once', async () => {
    const [first, second] = [await somebody(), await somebody()];
    const { organization } = await nightWith(first);
    await deps.db.delete(memberships).where(eq(memberships.organizationId, organization.id));
    for (const { id } of [first, second]) await createMembership(deps, organization.id, { userId: id, role: 'organization' });
    expect((await call('GET', 'account', undefined, first.here)).body).toMatchObject({ last_admin_of: [] });
    const both = await Promise.all([first, second].map((person) => remove(person, { photos: 'keep', password })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const stays = both[0]?.status === 204 ? second : first;
    expect((await call('GET', 'account', undefined, stays.here)).body).toMatchObject({ last_admin_of: ['Unit'] });
    const refused = await remove(stays, { photos: 'keep', password });
    expect([refused.code, String(refused.body?.detail)]).toEqual(['last_admin', expect.stringContaining('Unit')]);
  });

  test('counts an organization that is being created, and an event that is being joined', async () => {
    const person = await somebody();
    const found = async (tx: Tx) => {
      await lockUser(tx, person.id);
      const organizationId = uuid7();
      await tx.insert(organizations).values({ id: organizationId, name: 'New', status: 'pending' });
      await tx.insert(memberships).values({ id: uuid7(), organizationId, userId: person.id, role: 'organization' });
    };
    const refused = await duringTransaction(deps, found, () => remove(person, { photos: 'keep', password }));
    expect(refused.code).toBe('last_admin');
    await deps.db.delete(memberships).where(eq(memberships.userId, person.id));

    const { eventId } = await nightWith(await somebody());
    const join = async (tx: Tx) => {
      await lockUser(tx, person.id);
      await addParticipant(tx, eventId, person.id, 'photographer');
      await recordJoin(tx, eventId, person.id);
    };
    expect((await duringTransaction(deps, join, () => remove(person, { photos: 'keep', password }))).status).toBe(204);
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, eventId));
    expect(counter?.attendeesCount).toBe(1);
  });

  test('is refused for the last super admin', async () => {
    const [one, other] = [await somebody('super_admin'), await somebody('super_admin')];
    expect((await remove(one, { photos: 'keep', password })).status).toBe(204);
    expect((await remove(other, { photos: 'keep', password })).code).toBe('last_super_admin');
  });

  test('of two super admins at once is refused for one, in either order', async () => {
    await deps.db.update(users).set({ role: 'user' }).where(eq(users.role, 'super_admin'));
    const both = [await somebody('super_admin'), await somebody('super_admin')];
    const answers = await Promise.all(both.map((person) => remove(person, { photos: 'keep', password })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  test('of a guest needs no password, and its key stops working', async () => {
    const [id, key] = [uuid7(), newSecret()];
    await deps.db
      .insert(users)
      .values({ id, email: null, passwordHash: '', guestKeyHash: hashSecret(key), firstName: 'Mia', lastName: '' });
    const { body } = await call('POST', 'guest/session', { key });
    const here = { headers: { authorization: `Bearer ${String(body?.access_token)}` } };
    expect((await remove({ here }, { photos: 'keep' })).status).toBe(204);
    expect((await call('POST', 'guest/session', { key })).code).toBe('unknown_guest');
  });
});
