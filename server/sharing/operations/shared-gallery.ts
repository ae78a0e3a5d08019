// A gallery link as its visitors see it.
import { verifyPassword } from '#server/accounts/passwords.ts';
import { coalesceReads } from '#server/cache.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { eventTopic, lastChangeSeq, readShownChanges } from '#server/events/changes-repository.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { addressKey } from '#server/http/network-address.ts';
import { HIJACKED, type Call, type OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/hub.ts';
import { countGallery, galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import type { PhotoFiles } from '#server/photos/operations/files.ts';
import { fileReport, reportsOfAddress } from '#server/photos/operations/reports.ts';
import type { PhotoForReader } from '#server/photos/picture-cache.ts';
import { presentSection } from '#server/photos/presenter.ts';
import { countBySection, listSectionRows } from '#server/photos/sections-repository.ts';
import { hashSecret } from '#server/secrets.ts';
import { countDownloads, countView, viewOfLink } from '#server/sharing/links-repository.ts';
import {
  type FoundLink,
  isUnknownLink,
  type LinkAccess,
  requireSharedPhoto,
  sharedDownloadsClosed,
} from '#server/sharing/operations/authorize.ts';
import { downloadsOf, pictureRoleOf, showsHidden, showsPhotos, showsSections } from '#server/sharing/policy.ts';
import { presentLockedGallery, presentSharedGallery, presentSharedPhoto, watermarkTagOf } from '#server/sharing/presenter.ts';

interface Parts {
  access: LinkAccess;
  files: PhotoFiles;
  limits: Pick<RateLimits, 'limitAttempts' | 'countLinkPassword' | 'count' | 'allows'>;
}

type PhotoCall = Pick<Call<'getSharedThumb'>, 'path' | 'request'>;

/** Of one address at one link. A program without cookies would count, and write, with every call. */
const VIEWS = { name: 'view of link', burst: 600, perHour: 600 };
/** Streams of one link in this process. */
const MAX_STREAMS = 2000;
/** Of one network address, to all links: more than a venue has guests. */
const MAX_STREAMS_OF_ADDRESS = 600;

export function sharedGalleryCalls({ db, hub, log }: Pick<Deps, 'db' | 'hub' | 'log'>, { access, files, limits }: Parts) {
  const streams = new Map<string, number>();
  const places = createConcurrencyLimiter(MAX_STREAMS_OF_ADDRESS, 'Too many galleries are open in your network. Close some of them.');
  /** All open pages of an event read a change together. By event and the number that they know. */
  const changesOf = coalesceReads((key) => {
    const [eventId = '', after] = key.split(' ');
    return readShownChanges(db, eventId, Number(after));
  });

  const sectionsOf = coalesceReads(async (eventId) =>
    (await listSectionRows(db, eventId)).filter(({ audience }) => audience === 'everyone'),
  );

  /** With the number of photos in each. */
  async function listSections({ link, event }: Pick<FoundLink, 'link' | 'event'>) {
    if (!showsSections(link) || !showsPhotos(event)) return [];
    const [sections, counts] = await Promise.all([sectionsOf(event.id), countBySection(db, event.id, true)]);
    return sections.map((section) => presentSection(section, counts));
  }

  /** Changes with what visitors see beside the photos. */
  async function signatureOf({ link, event }: Pick<FoundLink, 'link' | 'event'>): Promise<string> {
    const sections = showsSections(link) ? (await sectionsOf(event.id)).map((section) => presentSection(section, new Map())) : [];
    const gallery = presentSharedGallery(link, event, { photosCount: 0, coverPhotoId: event.coverPhotoId, sections, streamPosition: 0 });
    return JSON.stringify([gallery, watermarkTagOf(link, event)]);
  }

  /** @throws {Problem} also 404, 410 `photo_deleted` */
  async function requireShown({ path, request }: PhotoCall): Promise<FoundLink & { shown: PhotoForReader }> {
    const found = await access.requireGallery(path.token, request);
    const { link, event } = found;
    const photo = await requireSharedPhoto(db, found, path.photoId);
    return { ...found, shown: { event, photo, relation: pictureRoleOf(link) } };
  }

  return {
    openGalleryLink: ({ path, request }) =>
      limits.limitAttempts(request, isUnknownLink, async () => {
        const { event: found, isLocked } = await access.requireLink(path.token, request);
        if (isLocked) return { status: 200, body: presentLockedGallery(found) };
        const streamPosition = await lastChangeSeq(db, found.id);
        // Read again, so that no change before the position is missing.
        const { link, event } = await access.requireUnlocked(path.token, request);
        const [shown, sections] = await Promise.all([summarizeGallery(db, { link, event }), listSections({ link, event })]);
        const cookie = access.countOnce(request, link);
        if (cookie !== null && (await limits.allows({ limit: VIEWS, of: `${link.id} ${addressKey(request.ip)}` })))
          await countView(db, link.id);
        return {
          status: 200,
          body: presentSharedGallery(link, event, { ...shown, sections, streamPosition }),
          ...(cookie !== null && { headers: { 'set-cookie': cookie } }),
        };
      }),

    unlockGalleryLink: ({ path, body, request }) =>
      limits.limitAttempts(
        request,
        (error) => isUnknownLink(error) || isWrongPassword(error),
        async () => {
          const { link } = await access.requireLink(path.token, request);
          if (link.passwordHash === null) return { status: 204 };
          const refund = await limits.countLinkPassword(request, link.id);
          if (!(await verifyPassword(link.passwordHash, body.password)))
            throw new Problem(403, 'wrong_link_password', 'This password is wrong.');
          await refund();
          return { status: 204, headers: { 'set-cookie': access.unlock(request, link) } };
        },
        'unlockGalleryLink',
      ),

    async listSharedPhotos({ path, query, request }) {
      const { link, event } = await access.requireGallery(path.token, request);
      const { section = null, ...range } = query;
      const view = viewOfLink(link, section);
      const streamPosition = await lastChangeSeq(db, event.id);
      const { rows, cursors } = await galleryOrder.page({ sort: '-taken_at', ...range }, (range) => listGallery(db, view, range));
      const watermark = watermarkTagOf(link, event);
      const items = rows.map((photo) => presentSharedPhoto(photo, watermark));
      return { status: 200, body: { items, ...cursors, stream_position: streamPosition } };
    },

    getSharedThumb: async (call) => files.sendDerived(call, (await requireShown(call)).shown, 'thumb'),
    getSharedPreview: async (call) => files.sendDerived(call, (await requireShown(call)).shown, 'preview'),

    async downloadSharedPhoto(call) {
      const { link, event, shown } = await requireShown(call);
      const downloads = downloadsOf(link, event);
      if (downloads === 'off') throw sharedDownloadsClosed();
      const answer = downloads === 'web' ? await files.sendWebSize(call, shown) : await files.sendDownload(call, shown);
      if (answer.status !== 304) await countDownloads(db, link.id, 1);
      return answer;
    },

    async reportSharedPhoto({ path, body, request }) {
      const found = await access.requireGallery(path.token, request);
      const photo = await requireSharedPhoto(db, found, path.photoId);
      await limits.count([reportsOfAddress(request)]);
      const { key, ...report } = body;
      const visitor = { linkId: found.link.id, visitorKeyHash: hashSecret(`${found.link.id} ${key}`) };
      await db.transaction((tx) => fileReport(tx, found.event, photo, { ...report, ...visitor }, request));
      return { status: 204 };
    },

    async streamGalleryLink({ path, query, request, reply }) {
      const { link, event } = await access.requireUnlocked(path.token, request);
      const last = await lastChangeSeq(db, event.id);
      const after = query.after ?? last;
      // A position from the future is one of a database that was restored since: everything may have changed.
      let position = after > last ? 0 : after;
      /** Null: unknown, as it was at that position. */
      let shown = position < last ? null : await signatureOf({ link, event });
      // Pages skip messages whose id is not behind their position.
      let sent = after;
      const nextId = () => (sent = Math.max(sent + 1, position));
      // Nothing that can fail comes between this count and `onClose`.
      const open = streams.get(link.id) ?? 0;
      if (open >= MAX_STREAMS) throw new Problem(503, 'busy', 'Too many people have this gallery open right now.');
      const leave = places.enter(addressKey(request.ip));
      streams.set(link.id, open + 1);
      const sse = openSse(reply, {
        onClose() {
          topic.end();
          leave();
          const left = (streams.get(link.id) ?? 1) - 1;
          if (left > 0) streams.set(link.id, left);
          else streams.delete(link.id);
        },
      });
      const topic = followTopic(hub, eventTopic(event.id), {
        async poll() {
          try {
            const now = await access.requireUnlocked(path.token, request);
            const changes = await changesOf(`${event.id} ${position}`);
            const signature = await signatureOf(now);
            // A selection and a section change with their event, and show photos that the gallery doesn't.
            const isChanged = shown === null ? changes.event : signature !== shown;
            const isOfPhotos = changes.photos || (showsHidden(link) && (changes.event || changes.anyPhotos));
            const isNews = isChanged || (isOfPhotos && showsPhotos(now.event));
            [position, shown] = [changes.reached, signature];
            if (!isNews) return false;
            sse.send({ id: nextId(), event: 'changed', data: {} });
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            sse.send({ id: nextId(), event: 'closed', data: { code: error.code } });
            sse.close();
          }
          return false;
        },
        onError: (error) => log.warn({ err: error, linkId: link.id }, 'cannot check a gallery link yet'),
      });
      topic.wake();
      return HIJACKED;
    },
  } satisfies Partial<OperationsOf<'sharing'>>;
}

/** What a link shows: the number of its photos and its cover, which is the event's, or its newest photo. */
export async function summarizeGallery(
  db: Queryable,
  { link, event }: Pick<FoundLink, 'link' | 'event'>,
): Promise<{ photosCount: number; coverPhotoId: string | null }> {
  if (!showsPhotos(event)) return { photosCount: 0, coverPhotoId: null };
  const view = viewOfLink(link);
  const [photosCount, { rows }] = await Promise.all([
    countGallery(db, view),
    galleryOrder.page({ sort: '-taken_at', limit: 1 }, (range) => listGallery(db, view, range)),
  ]);
  const cover = link.scope === 'gallery' ? event.coverPhotoId : null;
  return { photosCount, coverPhotoId: cover ?? rows[0]?.id ?? null };
}

const isWrongPassword = (error: unknown) => error instanceof Problem && error.code === 'wrong_link_password';
