// Screens that show an event's wall: pairing by the organization, and the screen's own calls.
import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '#server/accounts/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { eventTopic, lastChangeSeq, listChanges, recordEventChange } from '#server/events/changes-repository.ts';
import { type EventRow, findEvent } from '#server/events/events-repository.ts';
import { lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { addressKey } from '#server/http/network-address.ts';
import { type Call, HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { openSse, type SseMessage } from '#server/http/sse.ts';
import { followTopic } from '#server/live/hub.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import type { PhotoFiles } from '#server/photos/operations/files.ts';
import { findPhotos } from '#server/photos/photos-repository.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { type Scoped, viewOfLink } from '#server/sharing/links-repository.ts';
import { requireSharedPhoto } from '#server/sharing/operations/authorize.ts';
import {
  canSeeSharedPhoto,
  CODE_MS,
  MAX_OPEN_CODES,
  MAX_SCREENS,
  restorableScreensSince,
  SCREEN_ROLE,
  showsWall,
} from '#server/sharing/policy.ts';
import { presentScreen, presentSharedPhoto, presentWaitingScreen, presentWall, screenWatermarkTag } from '#server/sharing/presenter.ts';
import {
  changeScreen,
  countScreens,
  deleteUnusedScreens,
  findScreenByKey,
  findScreenById,
  findScreenOf,
  insertScreen,
  isPairedScreen,
  listOpenCodes,
  listScreenRows,
  lockScreenCodes,
  markSeen,
  pairByCode,
  type PairedScreen,
  type ScreenChanges,
  type ScreenRow,
  screenTopic,
  setScreenCode,
  setUnpaired,
} from '#server/sharing/screens-repository.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  files: Pick<PhotoFiles, 'sendDerived'>;
  limits: Pick<RateLimits, 'countScreenCode' | 'countGivenCode'>;
}

const SCREEN_COOKIE = { name: 'ais_screen', path: '/api/v1/screen' };
/** Browsers keep cookies for 400 days at most; each call renews it. */
const COOKIE_SECONDS = 400 * 24 * 3600;
/** A screen further behind reads its photos again. */
const MAX_CATCH_UP = 500;
/** Of one network address. */
const MAX_STREAMS = 100;

const screenUnpaired = () => new Problem(409, 'screen_unpaired', 'This screen isn’t paired with an event.');
const unknownCode = () => new Problem(404, 'unknown_screen_code', 'No screen shows this code now. Enter the one that it shows.');
const tooManyScreens = () => new Problem(409, 'too_many_screens', `An event can have ${MAX_SCREENS} screens. Unpair one first.`);

/** Every code is as likely as any other. @throws {Problem} 503 if too many screens wait */
export function newScreenCode(open: ReadonlySet<string>, random: (max: number) => number = randomInt): string {
  if (open.size >= MAX_OPEN_CODES)
    throw new Problem(503, 'too_many_codes', 'Too many screens are waiting to be paired. Try again in a few minutes.');
  for (;;) {
    const code = String(random(1_000_000)).padStart(6, '0');
    if (!open.has(code)) return code;
  }
}

/** For the organization. */
export function screenCalls({ db }: Pick<Deps, 'db'>, { limits }: Pick<Parts, 'limits'>) {
  return {
    async listScreens({ viewer, path, query }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const unpairedSince = query.unpaired === true ? restorableScreensSince(new Date()) : null;
      const rows = await listScreenRows(db, { eventId: event.id, unpairedSince }, MAX_SCREENS);
      return { status: 200, body: { items: rows.map((screen) => presentScreen({ ...screen, eventId: event.id })) } };
    },

    async pairScreen({ viewer, path, body, request }) {
      await requireOwnEvent(db, path.id, viewer);
      const refund = await limits.countScreenCode(viewer.userId);
      const pair = () =>
        db.transaction(async (tx) => {
          const event = await lockManagedEvent(tx, path.id, viewer);
          const screens = await countScreens(tx, event.id);
          if (screens >= MAX_SCREENS) throw tooManyScreens();
          const name = body.name?.trim() ?? `Screen ${screens + 1}`;
          const screen = await pairByCode(tx, { code: body.code, now: new Date(), eventId: event.id, name, pairedBy: viewer.userId });
          if (!screen) throw unknownCode();
          const detail = { screen_id: screen.id, name };
          await recordEventChange(tx, { action: 'event.pair_screen', event, by: viewer, request, detail });
          return { ...screen, eventId: event.id };
        });
      try {
        const screen = await pair();
        await refund();
        return { status: 201, body: presentScreen(screen) };
      } catch (error) {
        // Only wrong codes count.
        if (!(error instanceof Problem && error.code === 'unknown_screen_code')) await refund();
        throw error;
      }
    },

    async updateScreen({ viewer, path, body, request }) {
      const screen = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const before = await requirePairedOf(tx, event.id, path.screenId);
        const changes: ScreenChanges = {
          ...(body.name !== undefined && { name: body.name.trim() }),
          ...(body.seconds !== undefined && { seconds: body.seconds }),
          ...(body.shows_photographer !== undefined && { showsPhotographer: body.shows_photographer }),
          ...(body.shows_join_code !== undefined && { showsJoinCode: body.shows_join_code }),
        };
        await changeScreen(tx, before.id, changes);
        const detail = { screen_id: before.id, name: before.name, changed: Object.keys(body) };
        await recordEventChange(tx, { action: 'event.update_screen', event, by: viewer, request, detail });
        return { ...before, ...changes };
      });
      return { status: 200, body: presentScreen(screen) };
    },

    async unpairScreen({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const screen = await requireScreenOf(tx, event.id, path.screenId);
        if (screen.unpairedAt) return;
        await setUnpaired(tx, screen.id, new Date());
        const detail = { screen_id: screen.id, name: screen.name };
        await recordEventChange(tx, { action: 'event.unpair_screen', event, by: viewer, request, detail });
      });
      return { status: 204 };
    },

    async restoreScreen({ viewer, path, request }) {
      const screen = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const unpaired = await requireScreenOf(tx, event.id, path.screenId);
        if (!unpaired.unpairedAt) return unpaired;
        if (unpaired.unpairedAt <= restorableScreensSince(new Date())) throw notFound('screen');
        if ((await countScreens(tx, event.id)) >= MAX_SCREENS) throw tooManyScreens();
        await setUnpaired(tx, unpaired.id, null);
        const detail = { screen_id: unpaired.id, name: unpaired.name };
        await recordEventChange(tx, { action: 'event.restore_screen', event, by: viewer, request, detail });
        return { ...unpaired, unpairedAt: null };
      });
      return { status: 200, body: presentScreen(screen) };
    },
  } satisfies Partial<OperationsOf<'sharing'>>;
}

/** @throws {Problem} 404 */
async function requireScreenOf(db: Parameters<typeof findScreenOf>[0], eventId: string, id: string): Promise<PairedScreen> {
  const screen = await findScreenOf(db, eventId, id);
  if (!screen) throw notFound('screen');
  return { ...screen, eventId };
}

/** @throws {Problem} 404 */
async function requirePairedOf(...args: Parameters<typeof requireScreenOf>): Promise<PairedScreen> {
  const screen = await requireScreenOf(...args);
  if (screen.unpairedAt) throw notFound('screen');
  return screen;
}

interface FoundWall {
  screen: PairedScreen;
  event: EventRow;
}

/** A wall shows the whole gallery, as a link to it does. */
const WALL_SCOPE = { scope: 'gallery', photographerId: null, sectionId: null } as const;

const scopeOf = ({ id, eventId }: PairedScreen): Scoped => ({ id, eventId, ...WALL_SCOPE });

/** For screens. */
export function ownScreenCalls({ db, config, hub, log }: Pick<Deps, 'db' | 'config' | 'hub' | 'log'>, { files, limits }: Parts) {
  const places = createConcurrencyLimiter(MAX_STREAMS, 'Too many screens are open in your network. Close some of them.');

  async function screenOf(request: FastifyRequest): Promise<ScreenRow | null> {
    const given = request.cookies[SCREEN_COOKIE.name];
    return given === undefined ? null : findScreenByKey(db, hashSecret(given));
  }

  /** @throws {Problem} 409 `screen_unpaired`, `gallery_closed` */
  async function requireWall(request: FastifyRequest): Promise<FoundWall> {
    const screen = await screenOf(request);
    const event = screen && isPairedScreen(screen) ? await findEvent(db, screen.eventId, null) : null;
    if (!screen || !isPairedScreen(screen) || !event) throw screenUnpaired();
    if (!showsWall(event)) throw new Problem(409, 'gallery_closed', 'The gallery isn’t open.');
    return { screen, event };
  }

  /** Null if it was paired meanwhile. */
  const renewCode = (id: string, isNew: { keyHash: string } | null) =>
    db.transaction(async (tx) => {
      await lockScreenCodes(tx);
      const now = new Date();
      const code = newScreenCode(await listOpenCodes(tx, now));
      if (isNew) {
        await deleteUnusedScreens(tx);
        await insertScreen(tx, { id, ...isNew });
      }
      return setScreenCode(tx, id, code, new Date(now.getTime() + CODE_MS));
    });

  async function presentOpened(screen: ScreenRow) {
    const event = isPairedScreen(screen) ? await findEvent(db, screen.eventId, null) : null;
    return isPairedScreen(screen) && event
      ? { code: null, code_expires_at: null, wall: presentWall(screen, event) }
      : presentWaitingScreen(screen);
  }

  return {
    async openScreen({ request }) {
      const given = request.cookies[SCREEN_COOKIE.name];
      const known = await screenOf(request);
      const isWaiting = known !== null && known.code !== null && known.codeExpiresAt !== null && known.codeExpiresAt > new Date();
      if (known && given !== undefined && (isPairedScreen(known) || isWaiting)) {
        await markSeen(db, known.id);
        return { status: 200, body: await presentOpened(known), headers: cookie(request, given) };
      }
      await limits.countGivenCode(request, { isNew: !known });
      const secret = known && given !== undefined ? given : newSecret();
      const id = known?.id ?? uuid7();
      const screen = (await renewCode(id, known ? null : { keyHash: hashSecret(secret) })) ?? (await findScreenById(db, id));
      if (!screen) throw notFound('screen');
      return { status: 200, body: await presentOpened(screen), headers: cookie(request, secret) };
    },

    async listScreenPhotos({ query, request }) {
      const { screen, event } = await requireWall(request);
      const view = viewOfLink(scopeOf(screen));
      const { rows, cursors } = await galleryOrder.page({ sort: '-taken_at', ...query }, (range) => listGallery(db, view, range));
      const watermark = screenWatermarkTag(event);
      return { status: 200, body: { items: rows.map((photo) => presentSharedPhoto(photo, watermark)), ...cursors } };
    },

    async getScreenPreview(call) {
      const { screen, event } = await requireWall(call.request);
      const photo = await requireSharedPhoto(db, { link: scopeOf(screen), event }, call.path.photoId);
      return files.sendDerived(call, { event, photo, relation: SCREEN_ROLE }, 'preview');
    },

    async streamScreen({ request, reply }: Call<'streamScreen'>) {
      const screen = await screenOf(request);
      if (!screen) throw new Problem(409, 'unknown_screen', 'Open this screen first.');
      const { id } = screen;
      const eventId = isPairedScreen(screen) ? screen.eventId : null;
      const follow = eventId === null ? followWaiting(id) : await followWall(id, eventId);
      const leave = places.enter(addressKey(request.ip));
      const sse = openSse(reply, {
        onClose() {
          topic.end();
          leave();
        },
      });
      let sent = 0;
      const topic = followTopic(hub, eventId === null ? screenTopic(id) : eventTopic(eventId), {
        async poll() {
          await markSeen(db, id);
          const news = await follow();
          for (const message of news) sse.send({ id: ++sent, ...message });
          if (news.at(-1)?.event === 'closed') sse.close();
          return false;
        },
        onError: (error) => log.warn({ err: error, screenId: id }, 'cannot check a screen yet'),
      });
      topic.wake();
      return HIJACKED;
    },
  } satisfies Partial<OperationsOf<'sharing'>>;

  function cookie(request: FastifyRequest, secret: string) {
    return { 'set-cookie': cookieOf(request, config, SCREEN_COOKIE, secret, COOKIE_SECONDS) };
  }

  /** What a waiting screen is sent: that it was paired. */
  function followWaiting(id: string) {
    return async (): Promise<SseMessage[]> => {
      const now = await findScreenById(db, id);
      return now && !isPairedScreen(now) ? [] : [closed];
    };
  }

  /** What a paired screen is sent. */
  async function followWall(id: string, eventId: string) {
    let position = await lastChangeSeq(db, eventId);
    let shown = '';
    return async (): Promise<SseMessage[]> => {
      const screen = await findScreenById(db, id);
      const event = await findEvent(db, eventId, null);
      if (!screen || !event || !isPairedScreen(screen) || screen.eventId !== eventId) return [closed];
      const changes = await listChanges(db, eventId, position, MAX_CATCH_UP + 1);
      const before = shown;
      shown = JSON.stringify([presentWall(screen, event), screenWatermarkTag(event)]);
      position = changes.length > MAX_CATCH_UP ? await lastChangeSeq(db, eventId) : (changes.at(-1)?.seq ?? position);
      const isObsolete = changes.length > MAX_CATCH_UP || changes.some(({ kind }) => kind === 'reset');
      if (isObsolete || (before !== '' && before !== shown)) return [{ event: 'changed', data: {} }];
      return photoMessages(event, changes);
    };
  }

  async function photoMessages(event: EventRow, changes: Awaited<ReturnType<typeof listChanges>>): Promise<SseMessage[]> {
    const ofPhotos = changes.filter(({ kind }) => kind !== 'likes' && kind !== 'event');
    const wasShown = new Map<string, boolean>();
    for (const { photoId, wasShown: was } of ofPhotos) if (photoId !== null) wasShown.set(photoId, was || wasShown.get(photoId) === true);
    if (wasShown.size === 0) return [];
    const photos = new Map((await findPhotos(db, [...wasShown.keys()])).map((photo) => [photo.id, photo]));
    const watermark = screenWatermarkTag(event);
    return [...wasShown].flatMap(([id, was]): SseMessage[] => {
      const photo = photos.get(id);
      if (photo && photo.eventId === event.id && showsWall(event) && canSeeSharedPhoto(event, WALL_SCOPE, photo, false))
        return [{ event: 'added', data: presentSharedPhoto(photo, watermark) }];
      return was ? [{ event: 'removed', data: { id } }] : [];
    });
  }
}

const closed: SseMessage = { event: 'closed', data: {} };
