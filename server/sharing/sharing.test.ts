// Gallery links as visitors meet them: what they show, how they are locked and closed, and what visitors pick.
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq, inArray, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { users } from '#server/db/schema/accounts.ts';
import { events, eventSections } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { notices } from '#server/db/schema/notices.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { galleryLinks, linkVisitors } from '#server/db/schema/sharing.ts';
import { type EventChange, recordChange } from '#server/events/changes-repository.ts';
import type { Call } from '#server/http/operation.ts';
import { tooManyAttempts } from '#server/http/problem.ts';
import { createRateLimits, type RateLimits } from '#server/http/rate-limits.ts';
import type { PhotoFiles } from '#server/photos/operations/files.ts';
import { sharingOperations } from '#server/sharing/operations.ts';
import { type LinkAccess, openLinkAccess } from '#server/sharing/operations/authorize.ts';
import { sharedGalleryCalls } from '#server/sharing/operations/shared-gallery.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createModerator, createPhoto, createUser, eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let operations: ReturnType<typeof sharingOperations>;
let access: LinkAccess;
let files: PhotoFiles;
/** What the files were sent as. */
let sent: { as: string; relation: string }[] = [];
let passwordTries = 0;
let limits: RateLimits;
beforeAll(async () => {
  deps = await openTestDeps();
  limits = {
    ...(await createRateLimits(deps)),
    limitAttempts: (_request, _isMiss, attempt) => attempt(),
    async countLinkPassword() {
      if (++passwordTries > 100) throw tooManyAttempts(1000);
      return async () => void passwordTries--;
    },
    countScreenCode: async () => async () => undefined,
    countGivenCode: async () => undefined,
  };
  const send = (as: string) => async (_call: unknown, shown: object) => {
    sent.push({ as, relation: 'relation' in shown ? String(shown.relation) : '' });
    return { status: 200 as const, stream: Buffer.from(as), headers: {} };
  };
  files = {
    sendDerived: async (call, shown, variant) => send(variant)(call, shown),
    sendDownload: send('full'),
    sendWebSize: send('web'),
    sendOriginal: send('original'),
  };
  access = await openLinkAccess(deps);
  operations = sharingOperations(deps, { access, files, limits });
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

type Ids = keyof ReturnType<typeof sharingOperations>;
type BodyOf<Id extends Ids> = Extract<Awaited<ReturnType<ReturnType<typeof sharingOperations>[Id]>>, { body: unknown }>['body'];

/** The organization's calls. */
async function own<Id extends Ids>(
  id: Id,
  scene: EventWithMembers,
  path: Record<string, string> = {},
  parts: object = {},
): Promise<BodyOf<Id>> {
  const call = callOf<Id & OperationId>(scene.owner, { id: scene.eventId, ...path }, parts);
  const answer = (await (operations[id] as (call: unknown) => Promise<object>)(call)) as { body?: unknown };
  return answer.body as BodyOf<Id>;
}

/** A browser without an account, which keeps its cookies. */
function browser(token: string | null, ip = '127.0.0.1') {
  const cookies: Record<string, string> = {};
  return async function ask<Id extends Ids>(
    id: Id,
    path: Record<string, string> = {},
    body?: unknown,
    query: object = {},
  ): Promise<BodyOf<Id>> {
    const request = { ip, id: uuid7(), headers: {}, protocol: 'http', cookies: { ...cookies }, socket: {} };
    const call = { path: { token, ...path }, query, header: {}, body, viewer: null, request, reply: {} } as unknown as Call<Id>;
    const answer = (await (operations[id] as (call: unknown) => Promise<object>)(call)) as {
      body?: unknown;
      headers?: Record<string, string>;
    };
    const set = answer.headers?.['set-cookie'];
    const [, name, value] = /^(\w+)=([^;]*);/.exec(set ?? '') ?? [];
    if (name !== undefined && value !== undefined) cookies[name] = value;
    if (set) expect(set).toContain(`Path=/api/v1/links/${token}; HttpOnly; SameSite=Lax`);
    return answer.body as BodyOf<Id>;
  };
}

/** Pages of visitors that stay open. */
function openPages(token: string | null, { streamGalleryLink }: Pick<typeof operations, 'streamGalleryLink'>) {
  const raws: EventEmitter[] = [];
  return {
    async open({ ip = '127.0.0.1', after }: { ip?: string; after?: number } = {}) {
      const noop = () => undefined;
      const raw = Object.assign(new EventEmitter(), {
        writableLength: 0,
        destroyed: false,
        text: '',
        write(text: string) {
          this.text += text;
        },
        end: noop,
        destroy: noop,
        setHeader: noop,
        removeHeader: noop,
        writeHead: noop,
        flushHeaders: noop,
      });
      const request = { ip, id: uuid7(), headers: {}, protocol: 'http', cookies: {}, server: {} };
      const reply = { raw, request, getHeaders: () => ({}), hijack: noop };
      await streamGalleryLink({ path: { token }, query: { after }, request, reply } as unknown as Call<'streamGalleryLink'>);
      raws.push(raw);
      return raw;
    },
    closeAll: () => raws.forEach((raw) => raw.emit('close')),
  };
}

const link = (scene: EventWithMembers, body: object = {}) =>
  own('createGalleryLink', scene, {}, { body: { name: 'For the couple', scope: 'gallery', ...body } });

const change = (scene: EventWithMembers, changes: Partial<typeof events.$inferInsert>) =>
  deps.db.update(events).set(changes).where(eq(events.id, scene.eventId));

const idsOf = async (ask: ReturnType<typeof browser>) => (await ask('listSharedPhotos')).items.map(({ id }) => id);

describe('what a link shows', () => {
  it('the approved photos of the whole gallery, without who took them by id, hashes or file names', async () => {
    const scene = await eventWithMembers(deps);
    const shown = await createPhoto(deps, scene.eventId, scene.guest.userId, {
      fileName: 'DSC_1.JPG',
      takenAtClaimed: new Date('2008-12-30T12:00:00Z'),
    });
    await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' });
    await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'rejected' });
    await createPhoto(deps, scene.eventId, scene.guest.userId, { state: 'unreadable' });
    const gone = await createPhoto(deps, scene.eventId, scene.guest.userId);
    await deps.db
      .update(photos)
      .set({ deletedAt: sql`now()` })
      .where(eq(photos.id, gone.id));
    const { token } = await link(scene);
    const ask = browser(token);
    expect(await ask('openGalleryLink')).toMatchObject({ state: 'open', photos_count: 1, cover_photo_id: shown.id, downloads: 'off' });
    const { items } = await ask('listSharedPhotos');
    expect(items).toEqual([
      {
        id: shown.id,
        photographer: 'Ana Test',
        state: 'ready',
        taken_at: '2026-11-20T20:00:00.000Z',
        taken_at_claimed: '2008-12-30T12:00:00.000Z',
        width: null,
        height: null,
        thumbhash: null,
        watermark: null,
        awaits_original: false,
        original_overdue: false,
      },
    ]);
    expect(await outcome(ask('getSharedThumb', { photoId: gone.id }))).toBe('photo_deleted');
  });

  it('one photographer’s photos, or selected ones, and no other by its address', async () => {
    const scene = await eventWithMembers(deps);
    const other = await createUser(deps, { firstName: 'Bo' });
    const mine = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const theirs = await createPhoto(deps, scene.eventId, other);
    const hidden = await createPhoto(deps, scene.eventId, other, { status: 'pending' });
    const ofOne = await link(scene, { scope: 'photographer', photographer_id: other });
    expect(ofOne.photographer).toEqual({ id: other, name: 'Bo Test' });
    const one = browser(ofOne.token);
    expect(await idsOf(one)).toEqual([theirs.id]);
    expect(await outcome(one('getSharedPreview', { photoId: mine.id }))).toBe('not_found');
    expect(await outcome(one('getSharedPreview', { photoId: theirs.id }))).toBe('done');

    const selected = await link(scene, { scope: 'selection', photo_ids: [mine.id, hidden.id, mine.id] });
    expect(selected.selected_count).toBe(2);
    const some = browser(selected.token);
    expect(await idsOf(some)).toEqual([mine.id]);
    expect(await outcome(some('getSharedThumb', { photoId: theirs.id }))).toBe('not_found');
    expect(await outcome(some('getSharedThumb', { photoId: hidden.id }))).toBe('not_found');
    await own('updateGalleryLink', scene, { linkId: selected.id }, { body: { photo_ids: [theirs.id] } });
    expect(await idsOf(some)).toEqual([theirs.id]);
  });

  it('no photo of another event, also when it is selected', async () => {
    const [scene, elsewhere] = [await eventWithMembers(deps), await eventWithMembers(deps)];
    const foreign = await createPhoto(deps, elsewhere.eventId, elsewhere.guest.userId);
    expect(await outcome(link(scene, { scope: 'selection', photo_ids: [foreign.id] }))).toBe('invalid_request');
    const { token } = await link(scene);
    expect(await outcome(browser(token)('getSharedThumb', { photoId: foreign.id }))).toBe('not_found');
    const { id } = await link(elsewhere);
    expect(await outcome(own('getGalleryLink', scene, { linkId: id }))).toBe('not_found');
    expect(await outcome(own('revokeGalleryLink', scene, { linkId: id }))).toBe('not_found');
  });

  it('nothing while the gallery is closed, and its photos when it opens', async () => {
    const scene = await eventWithMembers(deps, { autoGallery: false });
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const ask = browser((await link(scene)).token);
    expect(await ask('openGalleryLink')).toMatchObject({ state: 'not_open', photos_count: 0, cover_photo_id: null });
    expect(await outcome(ask('listSharedPhotos'))).toBe('gallery_closed');
    expect(await outcome(ask('getSharedThumb', { photoId: photo.id }))).toBe('gallery_closed');
    await change(scene, { publishedAt: new Date() });
    expect(await ask('openGalleryLink')).toMatchObject({ state: 'open', photos_count: 1 });
  });

  it('the sections that everyone sees, and the photos of one of them, at a link to the whole gallery only', async () => {
    const scene = await eventWithMembers(deps);
    const section = async (name: string, changes: Partial<typeof eventSections.$inferInsert> = {}) => {
      const id = uuid7();
      await deps.db.insert(eventSections).values({ id, eventId: scene.eventId, name, position: 0, ...changes });
      const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, { sectionId: id });
      return { id, photoId: photo.id };
    };
    const ceremony = await section('Ceremony');
    const party = await section('Party', { position: 1 });
    const couple = await section('Couple only', { audience: 'organization' });
    const gone = await section('Gone', { deletedAt: new Date() });
    await createPhoto(deps, scene.eventId, scene.guest.userId, { sectionId: party.id, status: 'pending' });
    const inSection = async (ask: ReturnType<typeof browser>, id: string) =>
      (await ask('listSharedPhotos', {}, undefined, { section: id })).items.map((photo) => photo.id);

    const whole = browser((await link(scene)).token);
    expect((await whole('openGalleryLink')).sections).toEqual([
      { id: ceremony.id, name: 'Ceremony', audience: 'everyone', photos_count: 1 },
      { id: party.id, name: 'Party', audience: 'everyone', photos_count: 1 },
    ]);
    expect(await inSection(whole, party.id)).toEqual([party.photoId]);
    for (const { id } of [couple, gone]) expect(await inSection(whole, id)).toEqual([]);

    const others = [
      { scope: 'photographer', photographer_id: scene.guest.userId },
      { scope: 'section', section_id: couple.id },
      { scope: 'selection', photo_ids: [party.photoId, couple.photoId] },
    ];
    for (const body of others) {
      const ask = browser((await link(scene, body)).token);
      expect((await ask('openGalleryLink')).sections, body.scope).toEqual([]);
      for (const { id } of [ceremony, party, couple, gone]) expect(await inSection(ask, id), body.scope).toEqual([]);
    }
    await change(scene, { autoGallery: false });
    expect((await whole('openGalleryLink')).sections).toEqual([]);
  });

  it('pages through all photos in order', async () => {
    const scene = await eventWithMembers(deps);
    const all = [];
    for (let minute = 0; minute < 5; minute++)
      all.unshift(
        (await createPhoto(deps, scene.eventId, scene.guest.userId, { takenAt: new Date(Date.UTC(2026, 10, 20, 20, minute)) })).id,
      );
    const ask = browser((await link(scene)).token);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: BodyOf<'listSharedPhotos'> = await ask('listSharedPhotos', {}, undefined, {
        limit: 2,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all);
  });
});

describe('who can open a link', () => {
  it('anyone with the password, until it changes', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const made = await link(scene, { password: 'harbour' });
    expect(made).toMatchObject({ has_password: true, views_count: 0 });
    const ask = browser(made.token);
    expect(await ask('openGalleryLink')).toEqual({
      state: 'locked',
      organization: {
        name: expect.any(String),
        branding: { primary_color: expect.any(String), secondary_color: expect.any(String), logo_url: null },
      },
      name: null,
      event: null,
      photos_count: 0,
      sections: [],
      downloads: 'off',
      picks_limit: null,
      expires_at: null,
      cover_photo_id: null,
      reveals_at: null,
      stream_position: 0,
    });
    for (const id of ['listSharedPhotos', 'listOwnPicks', 'streamGalleryLink'] as const)
      expect(await outcome(ask(id)), id).toBe('link_locked');
    expect(await outcome(ask('getSharedThumb', { photoId: photo.id }))).toBe('link_locked');
    expect(await outcome(ask('unlockGalleryLink', {}, { password: 'Harbour' }))).toBe('wrong_link_password');
    await ask('unlockGalleryLink', {}, { password: 'harbour' });
    expect(await idsOf(ask)).toEqual([photo.id]);
    expect(await outcome(idsOf(browser(made.token)))).toBe('link_locked');

    await own('updateGalleryLink', scene, { linkId: made.id }, { body: { password: 'another' } });
    expect(await outcome(idsOf(ask))).toBe('link_locked');
    await own('updateGalleryLink', scene, { linkId: made.id }, { body: { password: null } });
    expect(await idsOf(browser(made.token))).toEqual([photo.id]);
  });

  it('the proof of one link opens no other', async () => {
    const scene = await eventWithMembers(deps);
    const [one, two] = [await link(scene, { password: 'harbour' }), await link(scene, { password: 'harbour' })];
    const ask = browser(one.token);
    await ask('unlockGalleryLink', {}, { password: 'harbour' });
    const withProofOfOne = (id: 'listSharedPhotos', path: Record<string, string>) => ask(id, path);
    expect(await outcome(withProofOfOne('listSharedPhotos', { token: two.token! }))).toBe('link_locked');
  });

  it('nobody after it was revoked or has expired, or while the event is deleted or a draft', async () => {
    const scene = await eventWithMembers(deps);
    const made = await link(scene);
    const ask = browser(made.token);
    await own('revokeGalleryLink', scene, { linkId: made.id });
    await own('revokeGalleryLink', scene, { linkId: made.id });
    expect(await outcome(ask('openGalleryLink'))).toBe('link_closed');
    expect(await own('listGalleryLinks', scene)).toMatchObject({ items: [] });
    expect((await own('listGalleryLinks', scene, {}, { query: { revoked: true } })).items).toMatchObject([
      { id: made.id, state: 'revoked' },
    ]);
    expect(await own('restoreGalleryLink', scene, { linkId: made.id })).toMatchObject({ state: 'open', revoked_at: null });
    expect(await outcome(ask('openGalleryLink'))).toBe('done');

    await deps.db
      .update(galleryLinks)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(galleryLinks.id, made.id));
    expect(await outcome(idsOf(ask))).toBe('link_closed');
    expect(await own('getGalleryLink', scene, { linkId: made.id })).toMatchObject({ state: 'expired' });
    await own('updateGalleryLink', scene, { linkId: made.id }, { body: { expires_at: null } });
    expect(await outcome(idsOf(ask))).toBe('done');
    for (const changes of [{ deletedAt: new Date() }, { deletedAt: null, status: 'draft' }] as const) {
      await change(scene, changes);
      expect(await outcome(ask('openGalleryLink')), JSON.stringify(changes)).toBe('link_closed');
    }
    expect(await outcome(browser('A'.repeat(22))('openGalleryLink'))).toBe('unknown_link');
  });

  it('until a time in the future', async () => {
    const scene = await eventWithMembers(deps);
    const refusal = {
      status: 422,
      code: 'expiry_in_past',
      message: 'Choose a day that isn’t over yet.',
      errors: [{ field: 'body.expires_at' }],
    };
    await expect(link(scene, { expires_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject(refusal);
    const made = await link(scene);
    const body = { expires_at: '2020-01-01T00:00:00Z' };
    await expect(own('updateGalleryLink', scene, { linkId: made.id }, { body })).rejects.toMatchObject(refusal);
  });

  it('and only the organization creates one, with what belongs to it', async () => {
    const scene = await eventWithMembers(deps);
    expect(await outcome(own('createGalleryLink', { ...scene, owner: scene.guest }, {}, { body: { name: 'x', scope: 'gallery' } }))).toBe(
      'forbidden',
    );
    expect(await outcome(own('listGalleryLinks', { ...scene, owner: scene.guest }))).toBe('forbidden');
    // Hashing takes a processor longer than all the rest.
    let hashed = 0;
    const body = {
      name: 'x',
      scope: 'gallery',
      get password() {
        hashed += 1;
        return 'harbour';
      },
    };
    const { id: linkId } = await link(scene);
    for (const call of ['createGalleryLink', 'updateGalleryLink'] as const)
      expect(await outcome(own(call, { ...scene, owner: scene.guest }, { linkId }, { body })), call).toBe('forbidden');
    expect(hashed).toBe(0);
    expect(await outcome(link(scene, { scope: 'selection' }))).toBe('invalid_request');
    expect(await outcome(link(scene, { scope: 'photographer' }))).toBe('invalid_request');
    expect(await outcome(link(scene, { scope: 'photographer', photographer_id: scene.owner.userId }))).toBe('invalid_request');
    expect(await outcome(link(scene, { expires_at: '2020-01-01T00:00:00.000Z' }))).toBe('expiry_in_past');
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
    expect(await outcome(link(scene))).toBe('organization_suspended');
  });
});

describe('open pages', () => {
  it('a stream that could not begin takes no place of the others', async () => {
    const scene = await eventWithMembers(deps);
    const { token } = await link(scene);
    let isDown = true;
    const db = new Proxy(deps.db, {
      get(target, key, receiver) {
        if (isDown && key === 'select') throw new Error('the database is down');
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const pages = openPages(token, sharedGalleryCalls({ ...deps, db }, { access, files, limits }));
    const failed = await Promise.allSettled(Array.from({ length: 2000 }, () => pages.open()));
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    isDown = false;
    expect(await outcome(pages.open())).toBe('done');
    pages.closeAll();
  });

  it('those of one network address leave room for others, and all have one read of a change together', async () => {
    const scene = await eventWithMembers(deps);
    const { token } = await link(scene);
    let reads = 0;
    const db = new Proxy(deps.db, {
      get(target, key, receiver) {
        if (key === 'select') reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const pages = openPages(token, sharedGalleryCalls({ ...deps, db }, { access, files, limits }));
    const opened = await Promise.all(Array.from({ length: 600 }, () => pages.open()));
    expect(await outcome(pages.open())).toBe('too_many_requests');
    const elsewhere = await pages.open({ ip: '192.0.2.7' });
    await expect.poll(() => reads).toBeGreaterThan(0);
    reads = 0;
    await own('updateGalleryLink', scene, { linkId: (await own('listGalleryLinks', scene)).items[0]!.id }, { body: { downloads: 'web' } });
    for (const page of [...opened, elsewhere]) await expect.poll(() => page.text).toContain('event: changed');
    expect(reads).toBeLessThan(60);
    pages.closeAll();
    expect(await outcome(pages.open())).toBe('done');
    pages.closeAll();
  });
});

it('open pages are told of what they show, not of likes, people, picks of others and hidden photos', async () => {
  const scene = await eventWithMembers(deps);
  const shown = await createPhoto(deps, scene.eventId, scene.guest.userId);
  const pending = await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' });
  let polls = 0;
  const counting: LinkAccess = {
    ...access,
    requireUnlocked(token, request) {
      polls += 1;
      return access.requireUnlocked(token, request);
    },
  };
  const made = await link(scene);
  const pages = openPages(made.token, sharedGalleryCalls(deps, { access: counting, files, limits }));
  const page = await pages.open();
  const count = () => page.text.split('event: changed').length - 1;
  const record = async (kind: EventChange['kind'], photoId: string | null) => {
    const before = polls;
    await deps.db.transaction((tx) => recordChange(tx, scene.eventId, kind, photoId));
    await expect.poll(() => polls).toBeGreaterThan(before);
  };
  await record('likes', shown.id);
  await record('event', null);
  await record('added', pending.id);
  // Each is told before the next poll begins.
  await record('added', shown.id);
  await record('likes', shown.id);
  await record('likes', shown.id);
  expect(count()).toBe(1);
  await change(scene, { location: 'Pier 5' });
  await record('event', null);
  await expect.poll(count).toBe(2);
  await deps.db.insert(eventSections).values({ id: uuid7(), eventId: scene.eventId, name: 'Party', position: 0 });
  await record('event', null);
  await expect.poll(count).toBe(3);
  // Before the reveal, they wait for it and see no photos.
  await change(scene, { revealsAt: new Date(Date.now() + 3_600_000) });
  await record('event', null);
  await expect.poll(count).toBe(4);
  await record('added', shown.id);
  await record('likes', shown.id);
  await record('likes', shown.id);
  expect(count()).toBe(4);
  await change(scene, { revealsAt: null });
  await record('event', null);
  await expect.poll(count).toBe(5);
  const selected = await link(scene, { scope: 'selection', photo_ids: [shown.id] });
  const other = await openPages(selected.token, operations).open();
  await own('updateGalleryLink', scene, { linkId: selected.id }, { body: { photo_ids: [pending.id] } });
  await expect.poll(() => other.text).toContain('event: changed');
  other.emit('close');
  pages.closeAll();
});

it('open pages are told of what changed between their first answers and their stream, and of nothing else', async () => {
  const scene = await eventWithMembers(deps);
  const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
  const record = (kind: EventChange['kind'], photoId: string | null) =>
    deps.db.transaction((tx) => recordChange(tx, scene.eventId, kind, photoId));
  await record('added', photo.id);
  const made = await link(scene);
  const ask = browser(made.token);
  const position = async () => (await ask('openGalleryLink')).stream_position;
  let polls = 0;
  const counting: LinkAccess = {
    ...access,
    requireUnlocked(token, request) {
      polls += 1;
      return access.requireUnlocked(token, request);
    },
  };
  const pages = openPages(made.token, sharedGalleryCalls(deps, { access: counting, files, limits }));
  const openAt = async (after: number) => {
    const before = polls;
    const page = await pages.open({ after });
    // The stream itself, and its first poll.
    await expect.poll(() => polls).toBeGreaterThan(before + 1);
    return page;
  };

  const beforePhoto = await position();
  expect((await ask('listSharedPhotos')).stream_position).toBe(beforePhoto);
  await record('added', photo.id);
  const late = await openAt(beforePhoto);
  await expect.poll(() => late.text).toContain('event: changed');
  // Pages skip messages that are not behind their position.
  const [, id] = /id: (\d+)/.exec(late.text) ?? [];
  expect(Number(id)).toBeGreaterThan(beforePhoto);

  const beforeChange = await position();
  await change(scene, { location: 'Pier 5' });
  await record('event', null);
  const later = await openAt(beforeChange);
  await expect.poll(() => later.text).toContain('event: changed');
  const restored = await openAt((await position()) + 1000);
  await expect.poll(() => restored.text).toContain('event: changed');

  const beforeLike = await position();
  await record('likes', photo.id);
  const unchanged = [await openAt(beforeLike), await openAt(await position())];
  const before = polls;
  await record('likes', photo.id);
  // Each page ends its poll before the next one.
  await expect.poll(() => polls).toBeGreaterThanOrEqual(before + 5);
  for (const { text } of unchanged) expect(text).not.toContain('event: changed');
  pages.closeAll();
});

describe('downloads', () => {
  it('in the size that the link allows, with the watermark unless it is switched off, and counted', async () => {
    const scene = await eventWithMembers(deps);
    const { id: photoId } = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const made = await link(scene);
    const ask = browser(made.token);
    const set = (body: object) => own('updateGalleryLink', scene, { linkId: made.id }, { body });
    expect(await outcome(ask('downloadSharedPhoto', { photoId }))).toBe('downloads_closed');
    sent = [];
    await set({ downloads: 'web' });
    await ask('downloadSharedPhoto', { photoId });
    await set({ downloads: 'full', watermark: false });
    await ask('downloadSharedPhoto', { photoId });
    expect(sent).toEqual([
      { as: 'web', relation: 'none' },
      { as: 'full', relation: 'organization' },
    ]);
    expect(await own('getGalleryLink', scene, { linkId: made.id })).toMatchObject({ downloads_count: 2 });
    await change(scene, { allowDownloads: false });
    expect(await ask('openGalleryLink')).toMatchObject({ downloads: 'off' });
    expect(await outcome(ask('downloadSharedPhoto', { photoId }))).toBe('downloads_closed');
  });

  it('views are counted once for each browser', async () => {
    const scene = await eventWithMembers(deps);
    const made = await link(scene);
    const ask = browser(made.token);
    await ask('openGalleryLink');
    await ask('openGalleryLink');
    await browser(made.token)('openGalleryLink');
    expect(await own('getGalleryLink', scene, { linkId: made.id })).toMatchObject({ views_count: 2, last_viewed_at: expect.any(String) });
  });
});

it('views of a program without cookies are counted up to a limit', async () => {
  const scene = await eventWithMembers(deps, { autoGallery: false });
  const made = await link(scene);
  const begun = performance.now();
  for (let batch = 0; batch < 7; batch += 1) await Promise.all(Array.from({ length: 100 }, () => browser(made.token)('openGalleryLink')));
  // One more each six seconds, which a busy machine may take.
  const refilled = Math.ceil((performance.now() - begun) / 6000);
  const { views_count: views } = await own('getGalleryLink', scene, { linkId: made.id });
  expect(views).toBeGreaterThanOrEqual(600);
  expect(views).toBeLessThanOrEqual(600 + refilled);
  expect(refilled, 'the limit was reached').toBeLessThan(100);
});

describe('picks', () => {
  it('belong to a named visitor, up to the limit, and are submitted and withdrawn', async () => {
    const scene = await eventWithMembers(deps);
    const names = ['DSC_0001.JPG', 'DSC_0002.JPG', null];
    const shots = [];
    for (const [minute, fileName] of names.entries())
      shots.push(
        await createPhoto(deps, scene.eventId, scene.guest.userId, { fileName, takenAt: new Date(Date.UTC(2026, 10, 20, 20, minute)) }),
      );
    const ids = shots.map(({ id }) => id);
    const [first = '', second = '', third = ''] = ids;
    const made = await link(scene, { picks_limit: 2 });
    const [ines, bo] = [browser(made.token), browser(made.token)];
    const pick = (ask: typeof ines, photoId: string, note = '') => ask('pickPhoto', { photoId }, { note });

    expect(await outcome(pick(ines, first))).toBe('visitor_unnamed');
    expect(await ines('listOwnPicks')).toEqual({ visitor: null, items: [] });
    await ines('nameLinkVisitor', {}, { name: ' Ines ' });
    await bo('nameLinkVisitor', {}, { name: 'Bo' });
    await pick(ines, second);
    await pick(ines, first, 'black and white');
    await pick(ines, first, ' in color ');
    expect(await outcome(pick(ines, third))).toBe('picks_limit');
    await pick(bo, third);
    expect(await ines('listOwnPicks')).toMatchObject({
      visitor: { name: 'Ines', picks_count: 2 },
      items: [
        { photo_id: second, note: '' },
        { photo_id: first, note: 'in color' },
      ],
    });
    await ines('unpickPhoto', { photoId: second });
    await ines('unpickPhoto', { photoId: second });
    await pick(ines, second, 'album');
    expect(await ines('submitPicks')).toMatchObject({ submitted_at: expect.any(String) });
    expect(await outcome(ines('unpickPhoto', { photoId: first }))).toBe('picks_submitted');
    expect(await outcome(pick(ines, first, 'x'))).toBe('picks_submitted');
    expect(await ines('withdrawPicks')).toMatchObject({ submitted_at: null });
    await pick(ines, first, '=1+1');
    await ines('submitPicks');

    const { items: visitors } = await own('listLinkVisitors', scene, { linkId: made.id });
    expect(visitors.map(({ name, picks_count }) => [name, picks_count])).toEqual([
      ['Bo', 1],
      ['Ines', 2],
    ]);
    const visitorId = visitors[1]?.id ?? '';
    expect((await own('listVisitorPicks', scene, { linkId: made.id, visitorId })).items).toMatchObject([
      { photo: { id: first }, file_name: 'DSC_0001.JPG', note: '=1+1' },
      { photo: { id: second }, file_name: 'DSC_0002.JPG', note: 'album' },
    ]);
    expect(await own('getGalleryLink', scene, { linkId: made.id })).toMatchObject({ visitors_count: 2, submitted_count: 1 });

    const read = async (id: 'exportPicks' | 'listPickedFileNames', query: object) => {
      const answer = await operations[id](callOf<typeof id>(scene.owner, { id: scene.eventId, linkId: made.id }, { query }));
      if (answer === 'hijacked' || !('stream' in answer)) throw new Error('a file was expected');
      return answer.stream instanceof Readable ? text(answer.stream) : String(answer.stream);
    };
    const csv = await read('exportPicks', { visitor: visitorId });
    expect(csv).toContain('Visitor,Submitted (UTC),File name,Note,Photographer,Captured (UTC),ID');
    expect(csv).toMatch(/Ines,[\d -]{11}[\d:]{8},DSC_0001\.JPG,'=1\+1,Ana Test,2026-11-20 20:00:00,/);
    expect(csv.trim().split('\r\n')).toHaveLength(3);
    expect(await read('listPickedFileNames', { visitor: visitorId })).toBe('DSC_0001, DSC_0002');
    expect((await read('exportPicks', {})).trim().split('\r\n')).toHaveLength(4);
    // Bo is still picking.
    expect((await read('listPickedFileNames', {})).split(', ')).toHaveLength(3);
    expect(await read('listPickedFileNames', { submitted: true })).toBe('DSC_0001, DSC_0002');
  });

  it('are taken of so many visitors and no more, also when several come at once', async () => {
    const scene = await eventWithMembers(deps);
    const made = await link(scene, { picks_limit: 1 });
    const others = Array.from({ length: 499 }, () => ({ id: uuid7(), linkId: made.id, keyHash: uuid7(), name: 'Ines' }));
    await deps.db.insert(linkVisitors).values(others);
    const results = await Promise.all(Array.from({ length: 5 }, () => outcome(browser(made.token)('nameLinkVisitor', {}, { name: 'Bo' }))));
    expect(results.toSorted()).toEqual(['done', ...Array<string>(4).fill('too_many_visitors')]);
  });

  it('leave room for others when one network fills a link with visitors', async () => {
    const scene = await eventWithMembers(deps);
    const made = await link(scene, { picks_limit: 1 });
    const come = (ip: string) => outcome(browser(made.token, ip)('nameLinkVisitor', {}, { name: 'Fake' }));
    for (let visitor = 0; visitor < 60; visitor += 1) expect(await come('198.51.100.7')).toBe('done');
    expect(await come('198.51.100.7')).toBe('too_many_requests');
    expect(await come('198.51.100.8')).toBe('done');
  });

  it('are taken of someone new in place of a visitor who picked nothing for a day', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const made = await link(scene, { picks_limit: 1 });
    const past = sql<Date>`now() - interval '25 hours'`;
    const others = Array.from({ length: 498 }, () => ({ id: uuid7(), linkId: made.id, keyHash: uuid7(), name: 'Fake', createdAt: past }));
    const picking = browser(made.token);
    await picking('nameLinkVisitor', {}, { name: 'Ines' });
    await picking('pickPhoto', { photoId: photo.id }, { note: '' });
    await deps.db.update(linkVisitors).set({ createdAt: past }).where(eq(linkVisitors.linkId, made.id));
    const recent = browser(made.token);
    await recent('nameLinkVisitor', {}, { name: 'Lea' });
    await deps.db.insert(linkVisitors).values(others);
    expect(await outcome(browser(made.token)('nameLinkVisitor', {}, { name: 'Bo' }))).toBe('done');
    const { items } = await own('listLinkVisitors', scene, { linkId: made.id });
    expect(items.map(({ name }) => name)).toEqual(['Bo', 'Lea', 'Ines']);
  });

  it('two at once do not exceed the limit', async () => {
    const scene = await eventWithMembers(deps);
    const shots = [await createPhoto(deps, scene.eventId, scene.guest.userId), await createPhoto(deps, scene.eventId, scene.guest.userId)];
    const ask = browser((await link(scene, { picks_limit: 1 })).token);
    await ask('nameLinkVisitor', {}, { name: 'Ines' });
    const results = await Promise.all(shots.map(({ id: photoId }) => outcome(ask('pickPhoto', { photoId }, { note: '' }))));
    expect(results.toSorted()).toEqual(['done', 'picks_limit']);
  });

  it('are submitted a number of times in an hour: each is told to all open pages, and audited', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const ask = browser((await link(scene, { picks_limit: 1 })).token);
    await ask('nameLinkVisitor', {}, { name: 'Ines' });
    await ask('pickPhoto', { photoId: photo.id }, { note: '' });
    const submit = async () => {
      const result = await outcome(ask('submitPicks'));
      await ask('withdrawPicks');
      return result;
    };
    for (let time = 0; time < 20; time += 1) expect(await submit()).toBe('done');
    expect(await submit()).toBe('too_many_requests');
  });

  it('are announced to the creator of the link, not again within minutes, and to the admins once the creator has left', async () => {
    const scene = await eventWithMembers(deps, { name: 'Harbor Wedding' });
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
    const creator = await createModerator(deps, scene);
    await deps.db.update(users).set({ email: 'mo@example.org' }).where(eq(users.id, creator.userId));
    const made = await link({ ...scene, owner: creator }, { name: 'Family', picks_limit: 1 });
    const people = [creator.userId, scene.owner.userId];
    const noticesOf = async () =>
      (await deps.db.select().from(notices).where(inArray(notices.userId, people)).orderBy(notices.createdAt)).map((notice) => ({
        ...notice,
        isCreator: notice.userId === creator.userId,
      }));
    const mailed = async () =>
      (await deps.db.select().from(mails).where(like(mails.key, 'picks:%'))).filter(({ content }) => content?.includes(made.id));
    const ask = browser(made.token);
    await ask('nameLinkVisitor', {}, { name: 'Ines' });
    await ask('pickPhoto', { photoId: photo.id }, { note: '' });
    await ask('submitPicks');
    await ask('submitPicks');
    const [visitor] = (await own('listLinkVisitors', scene, { linkId: made.id })).items;
    const path = `/organization/events/${scene.eventId}?tab=links&picks=${made.id}&visitor=${visitor?.id}`;
    expect(await noticesOf()).toMatchObject([
      {
        isCreator: true,
        kind: 'picks',
        title: 'Ines submitted 1 pick',
        body: 'At the gallery link “Family” of Harbor Wedding.',
        link: path,
      },
    ]);
    expect((await mailed()).map(({ recipient }) => recipient)).toEqual(['mo@example.org']);

    const again = async () => {
      await ask('withdrawPicks');
      await ask('submitPicks');
      return (await noticesOf()).map(({ isCreator }) => isCreator);
    };
    expect(await again()).toEqual([true]);
    const age = (minutes: number) =>
      deps.db
        .update(notices)
        .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
        .where(inArray(notices.userId, people));
    await age(11);
    await deps.db.insert(mutedMails).values({ userId: creator.userId, kind: 'picks', organizationId: scene.organizationId });
    expect(await again()).toEqual([true, true]);
    expect(await mailed()).toHaveLength(1);
    await deps.db.update(memberships).set({ removedAt: new Date() }).where(eq(memberships.userId, creator.userId));
    await age(11);
    const informed = await again();
    expect([informed.length, informed.filter(Boolean).length]).toEqual([3, 2]);
  });

  it('are refused without a limit, for hidden photos, and when nothing is picked', async () => {
    const scene = await eventWithMembers(deps);
    const hidden = await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' });
    const made = await link(scene, { picks_limit: 5 });
    const ask = browser(made.token);
    await ask('nameLinkVisitor', {}, { name: 'Ines' });
    expect(await outcome(ask('pickPhoto', { photoId: hidden.id }, { note: '' }))).toBe('not_found');
    expect(await outcome(ask('submitPicks'))).toBe('nothing_picked');
    await own('updateGalleryLink', scene, { linkId: made.id }, { body: { picks_limit: null } });
    expect(await outcome(ask('listOwnPicks'))).toBe('no_picks');
    expect(await outcome(ask('nameLinkVisitor', {}, { name: 'Bo' }))).toBe('no_picks');
  });

  it('outlive the account of a photographer whose name a link carries', async () => {
    const scene = await eventWithMembers(deps);
    const leaving = await createUser(deps);
    await createPhoto(deps, scene.eventId, leaving);
    const made = await link(scene, { scope: 'photographer', photographer_id: leaving });
    await deps.db.update(users).set({ firstName: 'Deleted', lastName: 'user' }).where(eq(users.id, leaving));
    expect(await own('getGalleryLink', scene, { linkId: made.id })).toMatchObject({ photographer: { name: 'Deleted user' } });
  });
});
