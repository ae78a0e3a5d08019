// The tus calls, and the limits of open uploads. Abandoned uploads make room for new ones, so that a photographer with a bad connection is never
// refused.
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { findEvent } from '#server/events/events-repository.ts';
import { type Call, HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { requireMatchingAccount } from '#server/http/origin.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import { PIECE_BYTES } from '#server/photos/bucket-uploads.ts';
import { discardUpload } from '#server/photos/discard-upload.ts';
import { eventRoleFor, knowsEvent, requireDelivery } from '#server/photos/operations/authorize.ts';
import { canUseUpload } from '#server/photos/policy.ts';
import type { UploadFiles } from '#server/photos/upload-files.ts';
import {
  addUpload,
  findUpload,
  hasEverParticipated,
  listAbandoned,
  type NewUpload,
  type OpenUploads,
  touchUpload,
} from '#server/photos/uploads-repository.ts';
import type { Uploads } from '#server/photos/uploads.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';
import { isUuid } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Limits = components['schemas']['UploadBounds'];

const KB = 1024;
const MB = 1024 * KB;

/** Another person's upload is answered with 404. */
export function uploadCalls(deps: Deps, uploads: Uploads, room: DiskSpace, uploadLimits: () => Limits) {
  const { config, db } = deps;
  type OwnCall = { path: { uploadId: string }; header: { 'x-account'?: string }; viewer: Viewer };
  const requireOwn = async (call: OwnCall) => {
    requireMatchingAccount(call);
    const upload = await findUpload(db, call.path.uploadId);
    if (!upload || !canUseUpload(call.viewer, upload)) throw notFound('upload');
  };
  /** It then counts as in use from now. */
  const requireOwnInUse = async (call: OwnCall) => {
    requireMatchingAccount(call);
    const upload = await touchUpload(db, call.path.uploadId, call.viewer.userId);
    if (!upload || !canUseUpload(call.viewer, upload)) throw notFound('upload');
  };

  return {
    async describeUploads({ request, reply }) {
      await uploads.answer(request, reply);
      return HIJACKED;
    },
    async describeUpload({ request, reply }) {
      await uploads.answer(request, reply);
      return HIJACKED;
    },
    async createUpload(call) {
      requireMatchingAccount(call);
      const { request, reply, viewer } = call;
      const bytes = numberIn(request, 'upload-length');
      const limits = uploadLimits();
      if (bytes !== null && bytes > limits.photo_bytes) throw tooLarge(bytes, limits.photo_bytes);
      const { 'upload-metadata': metadata } = call.header;
      const eventId = readEventId(metadata);
      await requireBeginner(viewer, eventId);
      const space = await room.reserve('creation', onDisk(bytes ?? limits.photo_bytes));
      try {
        const id = randomBytes(16).toString('hex');
        await beginUpload(deps, uploads, { id, userId: viewer.userId, eventId, bytes }, limits);
        await uploads.answer(request, reply, id);
        // The client never learned its URL, so it can't be continued.
        if (reply.raw.statusCode !== 201) await discardUpload(deps, uploads, { id });
      } finally {
        space.leave();
      }
      return HIJACKED;
    },
    async getUploadOffset(call) {
      // A query doesn't protect the upload from the sweep.
      await requireOwn(call);
      await uploads.answer(call.request, call.reply);
      return HIJACKED;
    },
    async appendUpload(call) {
      await requireOwnInUse(call);
      const space = await room.reserve('bytes', await mostToCome(call));
      try {
        await uploads.answer(call.request, call.reply);
      } finally {
        space.leave();
      }
      return HIJACKED;
    },
    async cancelUpload(call) {
      await requireOwnInUse(call);
      await uploads.answer(call.request, call.reply);
      // The bytes may have been moved by a commit that was cut.
      if (!(await uploads.find(call.path.uploadId))) await discardUpload(deps, uploads, { id: call.path.uploadId });
      return HIJACKED;
    },
  } satisfies Partial<OperationsOf<'photos'>>;

  /** In front of a bucket, a piece at a time is on the disk, and the one that it is joined into. */
  function onDisk(bytes: number): number {
    return config.s3 === null ? bytes : 2 * Math.min(bytes, PIECE_BYTES);
  }

  /** What the upload has left: a request may announce anything. */
  async function mostToCome({ path, request }: Pick<Call<'appendUpload'>, 'path' | 'request'>): Promise<number> {
    const announced = numberIn(request, 'content-length') ?? config.maxPhotoBytes;
    if (config.s3 !== null) return onDisk(announced);
    const upload = await uploads.find(path.uploadId);
    return Math.min(announced, upload?.remainingBytes ?? config.maxPhotoBytes);
  }

  /**
   * All refusals are 403, because for an upload 404, 409 and 410 mean that the client starts it again.
   * @param eventId null if the client names none; then every person who can upload somewhere is accepted
   */
  async function requireBeginner(viewer: Viewer, eventId: string | null): Promise<void> {
    if (eventId === null) {
      if (viewer.memberships.length > 0 || (await hasEverParticipated(db, viewer.userId))) return;
      throw forbidden('Join an event to send photos to it.');
    }
    const event = await findEvent(db, eventId, viewer.userId);
    const relation = event && eventRoleFor(viewer, event);
    // Hidden and missing events look the same: a server restored from an older backup may not have the event yet.
    if (!event || !relation || !knowsEvent(relation, event))
      throw new Problem(403, 'event_unknown', 'This event doesn’t exist, or you don’t have access to it.');
    // The commit refuses deleted events, with a code that the phone retries after the event is restored.
    requireDelivery(relation, { ...event, deletedAt: null });
  }
}

/** An integer header; null if absent. The tus library reports invalid values. */
function numberIn(request: FastifyRequest, name: 'upload-length' | 'content-length'): number | null {
  const value = request.headers[name];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/**
 * Reads the event id from the Upload-Metadata header: pairs of name and base64 value, separated by commas (tus 1.0, creation).
 * @returns null if there is none; the tus library reports other errors
 * @throws {Problem} 422 if it is no event id
 */
function readEventId(metadata: string | undefined): string | null {
  const named = metadata
    ?.split(',')
    .map((pair) => pair.trim().split(' '))
    .find(([name]) => name === 'event');
  if (!named) return null;
  const eventId = Buffer.from(named[1] ?? '', 'base64')
    .toString('utf8')
    .toLowerCase();
  if (isUuid(eventId)) return eventId;
  const message = 'must name the event by its id, in base64';
  throw new Problem(422, 'invalid_request', `Upload-Metadata ${message}.`, { errors: [{ field: 'header.upload-metadata', message }] });
}

export function tooLarge(bytes: number, maxBytes: number): Problem {
  const [unit, name] = maxBytes < MB ? [KB, 'kB'] : [MB, 'MB'];
  const limit = Math.floor(maxBytes / unit);
  // A photo just above the limit must not read as the limit.
  const found = Math.max(Math.round(bytes / unit), limit + 1);
  return new Problem(413, 'too_large', `This photo has ${found} ${name}. The limit is ${limit} ${name}.`);
}

/** Untouched for so long, an upload may go when its account needs the room: what of it had arrived is sent again. */
const ABANDONED_MS = 10 * 60_000;
/**
 * The same where nothing was sent since it was begun. A phone on a slow line begins one for each of its photos, with the proof, and must not hold up
 * another phone of the same person. Longer than the request that begins it may take.
 */
const UNUSED_MS = 60_000;
/** For uploads without an event: pages of the previous release send a few at a time. */
const WITHOUT_EVENT = 10;
const ALL_EVENTS = 3;
const AT_ONCE = 50;

/** How much may be open with one more upload. Pure. */
function mostOpenUploads(limits: Config['openUploads'], eventId: string | null): { here: OpenUploads; altogether: OpenUploads } {
  return {
    here: { files: eventId === null ? Math.min(WITHOUT_EVENT, limits.files) : limits.files, bytes: limits.bytes },
    altogether: { files: limits.files * ALL_EVENTS, bytes: limits.bytes * ALL_EVENTS },
  };
}

/**
 * Records a new upload, however many begin at once.
 * @throws {Problem} 429 `too_many_uploads`
 */
export async function beginUpload(
  deps: Pick<Deps, 'config' | 'db' | 'storage'>,
  files: UploadFiles,
  upload: NewUpload,
  limits: components['schemas']['UploadBounds'],
): Promise<void> {
  const { config, db } = deps;
  const most = mostOpenUploads({ files: limits.open_uploads, bytes: limits.open_upload_bytes }, upload.eventId);
  const assumed = { new: limits.photo_bytes, others: config.maxPhotoBytes };
  while (!(await addUpload(db, upload, most, assumed))) {
    const now = Date.now();
    const untouchedSince = new Date(now - UNUSED_MS);
    const before = { touched: new Date(now - ABANDONED_MS), begun: untouchedSince };
    const abandoned = await listAbandoned(db, upload.userId, before, AT_ONCE);
    if (abandoned.length === 0) {
      throw new Problem(429, 'too_many_uploads', 'Too many of your photos are uploading. The next one starts when others finish.', {
        headers: { 'retry-after': '30' },
      });
    }
    for (const { id } of abandoned) await discardUpload(deps, files, { id, untouchedSince });
  }
}
