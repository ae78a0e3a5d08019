// Screens at the venue: their codes, who pairs them, and what they see.
import { EventEmitter } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { events } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { screens } from '#server/db/schema/sharing.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import type { Call } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { newScreenCode, ownScreenCalls, screenCalls } from '#server/sharing/operations/screens.ts';
import { MAX_OPEN_CODES } from '#server/sharing/policy.ts';
import { deleteUnusedScreens } from '#server/sharing/screens-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

type Operations = ReturnType<typeof screenCalls> & ReturnType<typeof ownScreenCalls>;
type BodyOf<Id extends keyof Operations> = Extract<Awaited<ReturnType<Operations[Id]>>, { body: unknown }>['body'];

let deps: TestDeps;
let operations: Operations;
/** Codes that count as wrong. */
let misses = 0;
/** Codes that were given to screens. */
let given = 0;
/** The roles that pictures were sent to. */
let sentTo: unknown[] = [];
beforeAll(async () => {
  deps = await openTestDeps();
  const limits = {
    countScreenCode: async () => (misses++, async () => void misses--),
    countGivenCode: async () => void given++,
  };
  const sendDerived = async (_call: unknown, shown: { relation: unknown }) => {
    sentTo.push(shown.relation);
    return { status: 200 as const, stream: Buffer.from('jpg'), headers: {} };
  };
  const parts = { limits, files: { sendDerived } };
  operations = { ...screenCalls(deps, parts), ...ownScreenCalls(deps, parts) };
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const open: EventEmitter[] = [];
afterEach(() => open.splice(0).forEach((raw) => raw.emit('close')));

/** The organization's calls. */
async function own<Id extends keyof Operations & OperationId>(
  id: Id,
  { owner, eventId }: Pick<EventWithMembers, 'owner' | 'eventId'>,
  path: Record<string, string> = {},
  parts: object = {},
): Promise<BodyOf<Id>> {
  const call = callOf<Id>(owner, { id: eventId, ...path }, parts);
  const answer = await (operations[id] as (call: unknown) => Promise<object>)(call);
  return (answer as { body?: unknown }).body as BodyOf<Id>;
}

/** A browser on a television. */
function television() {
  const cookies: Record<string, string> = {};
  const callWith = (path: object, reply: object) => ({
    path,
    query: {},
    header: {},
    viewer: null,
    request: { ip: '127.0.0.1', id: uuid7(), headers: {}, protocol: 'http', cookies: { ...cookies }, server: {} },
    reply,
  });
  return {
    async ask<Id extends 'openScreen' | 'listScreenPhotos' | 'getScreenPreview'>(id: Id, path: object = {}): Promise<BodyOf<Id>> {
      const answer = await (operations[id] as (call: unknown) => Promise<object>)(callWith(path, {}));
      const { body, headers } = answer as { body?: unknown; headers?: Record<string, string> };
      const set = headers?.['set-cookie'];
      if (set) expect(set).toMatch(/^ais_screen=[\w-]{43}; Max-Age=\d+; Path=\/api\/v1\/screen; HttpOnly; SameSite=Lax$/);
      const value = /^ais_screen=([^;]+)/.exec(set ?? '')?.[1];
      if (value !== undefined) cookies.ais_screen = value;
      return body as BodyOf<Id>;
    },
    /** What its stream was sent. */
    async listen() {
      const noop = () => undefined;
      const raw = Object.assign(new EventEmitter(), {
        writableLength: 0,
        destroyed: false,
        text: '',
        ended: false,
        write(text: string) {
          this.text += text;
        },
        end() {
          this.ended = true;
        },
        destroy: noop,
        setHeader: noop,
        removeHeader: noop,
        writeHead: noop,
        flushHeaders: noop,
      });
      const { request, ...call } = callWith({}, {});
      const reply = { raw, request, getHeaders: () => ({}), hijack: noop };
      await operations.streamScreen({ ...call, request, reply } as unknown as Call<'streamScreen'>);
      open.push(raw);
      return raw;
    },
  };
}

async function pair(scene: EventWithMembers, screen: ReturnType<typeof television>, name?: string) {
  const { code } = await screen.ask('openScreen');
  return own('pairScreen', scene, {}, { body: { code, ...(name !== undefined && { name }) } });
}

const change = (scene: EventWithMembers, changes: Partial<typeof events.$inferInsert>) =>
  deps.db.update(events).set(changes).where(eq(events.id, scene.eventId));

describe('the code of a screen', () => {
  it('has six digits, and is never one that is open', () => {
    expect(newScreenCode(new Set(), () => 42)).toBe('000042');
    const drawn = [7, 7, 8];
    expect(newScreenCode(new Set(['000007']), () => drawn.shift() ?? 0)).toBe('000008');
    const many = new Set(Array.from({ length: MAX_OPEN_CODES }, (_, at) => String(at)));
    expect(() => newScreenCode(many)).toThrow(Problem);
  });

  it('stays the same on reload, is renewed when it has expired, and then opens nothing', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    given = 0;
    const first = await screen.ask('openScreen');
    expect(first).toEqual({ code: expect.stringMatching(/^\d{6}$/), code_expires_at: expect.any(String), wall: null });
    expect(await screen.ask('openScreen')).toEqual(first);
    expect(given).toBe(1);
    await deps.db
      .update(screens)
      .set({ codeExpiresAt: new Date(Date.now() - 1) })
      .where(eq(screens.code, first.code!));
    expect(await outcome(own('pairScreen', scene, {}, { body: { code: first.code } }))).toBe('unknown_screen_code');
    const second = await screen.ask('openScreen');
    expect(second.code).not.toBe(first.code);
    expect(given).toBe(2);
    expect((await own('pairScreen', scene, {}, { body: { code: second.code } })).name).toBe('Screen 1');
  });

  it('is used once, and only wrong ones count', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    const { code } = await screen.ask('openScreen');
    misses = 0;
    await own('pairScreen', scene, {}, { body: { code, name: ' Foyer ' } });
    expect(misses).toBe(0);
    expect(await outcome(own('pairScreen', scene, {}, { body: { code } }))).toBe('unknown_screen_code');
    expect(misses).toBe(1);
    expect((await own('listScreens', scene)).items.map(({ name }) => name)).toEqual(['Foyer']);
  });

  it('is stored with the hash of the secret only', async () => {
    await television().ask('openScreen');
    const rows = await deps.db.select({ keyHash: screens.keyHash }).from(screens);
    for (const { keyHash } of rows) expect(keyHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a paired screen', () => {
  it('sees approved photos with the watermark for people outside, and those of no other event', async () => {
    const [scene, elsewhere, screen] = [await eventWithMembers(deps), await eventWithMembers(deps), television()];
    const shown = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const pending = await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' });
    const foreign = await createPhoto(deps, elsewhere.eventId, elsewhere.guest.userId);
    expect(await outcome(screen.ask('listScreenPhotos'))).toBe('screen_unpaired');
    await pair(scene, screen);
    expect((await screen.ask('listScreenPhotos')).items.map(({ id }) => id)).toEqual([shown.id]);
    sentTo = [];
    await screen.ask('getScreenPreview', { photoId: shown.id });
    expect(sentTo).toEqual(['none']);
    expect(await outcome(screen.ask('getScreenPreview', { photoId: pending.id }))).toBe('not_found');
    expect(await outcome(screen.ask('getScreenPreview', { photoId: foreign.id }))).toBe('not_found');
  });

  it('shows nothing of a closed gallery, nor of an event that is hidden outside', async () => {
    const [scene, screen] = [await eventWithMembers(deps, { autoGallery: false }), television()];
    const { id: photoId } = await createPhoto(deps, scene.eventId, scene.guest.userId);
    await pair(scene, screen);
    expect((await screen.ask('openScreen')).wall).toMatchObject({ state: 'not_open', event: { name: 'Unit night' } });
    expect(await outcome(screen.ask('listScreenPhotos'))).toBe('gallery_closed');
    expect(await outcome(screen.ask('getScreenPreview', { photoId }))).toBe('gallery_closed');
    await change(scene, { publishedAt: new Date(), status: 'draft' });
    expect((await screen.ask('openScreen')).wall).toMatchObject({ state: 'not_open', event: null });
    expect(await outcome(screen.ask('listScreenPhotos'))).toBe('gallery_closed');
    await change(scene, { status: 'ended' });
    expect((await screen.ask('openScreen')).wall).toMatchObject({ state: 'open' });
    expect((await screen.ask('listScreenPhotos')).items).toHaveLength(1);
  });

  it('shows the join code unless the organization turned it off, while the event admits people with it', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    const { id } = await pair(scene, screen);
    const joinCode = async () => (await screen.ask('openScreen')).wall?.join_code;
    expect(await joinCode()).toMatch(/^[0-9A-F]{12}$/);
    const changes = { shows_join_code: false, seconds: 20, shows_photographer: false, name: 'Bar' };
    expect(await own('updateScreen', scene, { screenId: id }, { body: changes })).toMatchObject(changes);
    expect(await joinCode()).toBeNull();
    await own('updateScreen', scene, { screenId: id }, { body: { shows_join_code: true } });
    expect(await joinCode()).toMatch(/^[0-9A-F]{12}$/);
    await change(scene, { joinPolicy: 'invited' });
    expect(await joinCode()).toBeNull();
    await change(scene, { joinPolicy: 'code', status: 'ended' });
    expect(await joinCode()).toBeNull();
  });

  it('shows before the reveal when the gallery opens, and the join code', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    await pair(scene, screen);
    const wall = async () => (await screen.ask('openScreen')).wall;
    await change(scene, { autoGallery: true, revealsAt: new Date('2099-06-30T20:00:00Z') });
    const code = expect.stringMatching(/^[0-9A-F]{12}$/) as string;
    expect(await wall()).toMatchObject({ state: 'not_open', reveals_at: '2099-06-30T20:00:00.000Z', join_code: code });
    await change(scene, { revealsAt: new Date('2020-06-30T20:00:00Z') });
    expect(await wall()).toMatchObject({ state: 'open', reveals_at: null });
    await change(scene, { revealsAt: new Date('2099-06-30T20:00:00Z'), status: 'draft' });
    expect(await wall()).toMatchObject({ state: 'not_open', event: null, reveals_at: null, join_code: null });
  });

  it('is unpaired and paired again, and another event takes it over with its own settings', async () => {
    const [scene, other, screen] = [await eventWithMembers(deps), await eventWithMembers(deps), television()];
    const { id } = await pair(scene, screen, 'Foyer');
    await own('updateScreen', scene, { screenId: id }, { body: { shows_join_code: false } });
    await own('unpairScreen', scene, { screenId: id });
    await own('unpairScreen', scene, { screenId: id });
    expect((await own('listScreens', scene)).items).toEqual([]);
    expect((await own('listScreens', scene, {}, { query: { unpaired: true } })).items.map((row) => row.id)).toEqual([id]);
    expect(await outcome(own('updateScreen', scene, { screenId: id }, { body: { name: 'Bar' } }))).toBe('not_found');
    const { code, wall } = await screen.ask('openScreen');
    expect([code, wall]).toEqual([expect.any(String), null]);
    await own('restoreScreen', scene, { screenId: id });
    expect((await screen.ask('openScreen')).wall).toMatchObject({ screen_name: 'Foyer' });
    expect(await outcome(own('pairScreen', scene, {}, { body: { code } }))).toBe('unknown_screen_code');

    await own('unpairScreen', scene, { screenId: id });
    expect(await pair(other, screen)).toMatchObject({ id, name: 'Screen 1', shows_join_code: true });
    expect(await outcome(own('restoreScreen', scene, { screenId: id }))).toBe('not_found');
    expect(await outcome(own('unpairScreen', scene, { screenId: id }))).toBe('not_found');
  });

  it('is paired again without a code for a day only, so that an earlier organization can’t take it over later', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    const { id } = await pair(scene, screen);
    await own('unpairScreen', scene, { screenId: id });
    const unpaired = async () => (await own('listScreens', scene, {}, { query: { unpaired: true } })).items.length;
    const unpairedBefore = (hours: number) =>
      deps.db
        .update(screens)
        .set({ unpairedAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(screens.id, id));
    await unpairedBefore(23);
    expect(await unpaired()).toBe(1);
    await own('restoreScreen', scene, { screenId: id });
    await own('unpairScreen', scene, { screenId: id });
    await unpairedBefore(25);
    expect(await unpaired()).toBe(0);
    expect(await outcome(own('restoreScreen', scene, { screenId: id }))).toBe('not_found');
    expect((await screen.ask('openScreen')).wall).toBeNull();
    expect(await outcome(own('unpairScreen', scene, { screenId: id }))).toBe('done');
  });

  it('is forgotten if it was never paired for a day, or unpaired for 30', async () => {
    const scene = await eventWithMembers(deps);
    const [waiting, paired, unpaired] = [television(), television(), television()];
    await waiting.ask('openScreen');
    await pair(scene, paired);
    const { id } = await pair(scene, unpaired);
    await own('unpairScreen', scene, { screenId: id });
    const sweep = () => deps.db.transaction(deleteUnusedScreens);
    const count = () => deps.db.$count(screens);
    await deps.db.update(screens).set({ lastSeenAt: sql`now() - interval '2 days'` });
    await deps.db.transaction(deleteUnusedScreens);
    expect(await deps.db.$count(screens, eq(screens.eventId, scene.eventId))).toBe(2);
    const before = await count();
    await deps.db
      .update(screens)
      .set({ unpairedAt: sql`now() - interval '31 days'` })
      .where(eq(screens.id, id));
    await sweep();
    expect(before - (await count())).toBe(1);
    expect((await paired.ask('openScreen')).wall).not.toBeNull();
  });
});

describe('the stream of a screen', () => {
  const told = (raw: { text: string }, what: string) => expect.poll(() => raw.text).toContain(what);

  it('closes when the screen is paired and when it is unpaired', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    expect(await outcome(screen.listen())).toBe('unknown_screen');
    await screen.ask('openScreen');
    const waiting = await screen.listen();
    const { id } = await pair(scene, screen);
    await told(waiting, 'event: closed');
    expect(waiting.ended).toBe(true);
    const paired = await screen.listen();
    await own('unpairScreen', scene, { screenId: id });
    await told(paired, 'event: closed');
  });

  it('tells of photos that come and go, never of one that nobody may see, and of changed settings', async () => {
    const [scene, screen] = [await eventWithMembers(deps), television()];
    const { id: screenId } = await pair(scene, screen);
    const raw = await screen.listen();
    const record = (kind: 'added' | 'changed' | 'removed', photoId: string) =>
      deps.db.transaction((tx) => recordChange(tx, scene.eventId, kind, photoId));
    const hidden = await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' });
    await record('added', hidden.id);
    const shown = await createPhoto(deps, scene.eventId, scene.guest.userId);
    await record('added', shown.id);
    await told(raw, `event: added\ndata: {"id":"${shown.id}"`);
    expect(raw.text).not.toContain(hidden.id);
    await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.id, shown.id));
    await record('changed', shown.id);
    await told(raw, `event: removed\ndata: {"id":"${shown.id}"}`);
    expect(raw.text).not.toContain('event: changed');
    await own('updateScreen', scene, { screenId }, { body: { seconds: 30 } });
    await told(raw, 'event: changed');
  });
});
