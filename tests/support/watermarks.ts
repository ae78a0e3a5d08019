// An event of an organization with a watermark, and its pictures as people are given them, for unit tests.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import { photos } from '#server/db/schema/photos.ts';
import type { Deps } from '#server/deps.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { photoOperations } from '#server/photos/operations.ts';
import { createPhotoFiles } from '#server/photos/operations/files.ts';
import { createPictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { createPictureCache } from '#server/photos/picture-cache.ts';
import { createWatermarkedCopies } from '#server/photos/watermarked-copies.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { openLinkReader } from '#server/sharing/download-reader.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { createPhoto, eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';
import { askOrganizations, callOf } from './operations.ts';

export const variants = ['thumb', 'preview', 'download'] as const;
export type Variant = (typeof variants)[number];
const operationOf = {
  thumb: 'getPhotoThumb',
  preview: 'getPhotoPreview',
  download: 'downloadPhoto',
  original: 'getPhotoOriginal',
} as const;

export interface MarkedPhoto {
  id: string;
  sha256: string;
}

interface Sent {
  status: number;
  etag: string;
  stream: Readable | Buffer;
}

/** A plain picture, twice as wide as high, as the browser draws a text: in Base64. */
export async function emblem(grey: number): Promise<string> {
  const background = { r: grey, g: grey, b: grey, alpha: 1 };
  return (
    await sharp({ create: { width: 200, height: 100, channels: 4, background } })
      .png()
      .toBuffer()
  ).toString('base64');
}

export async function openWatermarks(deps: Deps) {
  const ask = askOrganizations(deps);
  const rights = createPictureAccessCache(deps);
  const derivatives = derivativesOf(deps);
  const files = createPhotoFiles(deps, derivatives, createWatermarkedCopies(deps, derivatives), createPictureCache(rights));
  const operations = photoOperations(deps, {
    limits: { ...(await createRateLimits(deps)), limitAttempts: (_request, _isMiss, attempt) => attempt() },
    rights,
    openLinkReader,
    files,
    uploadLimits: () => uploadBounds(deps.config),
  });
  /** White: wherever it lies, a dark photo is lighter. */
  const white = await emblem(255);

  const setMark = ({ organizationId, owner }: EventWithMembers, watermark: object) =>
    ask('updateOrganizationSettings', owner.userId, { orgId: organizationId }, { body: { branding: { watermark } } });

  const send = async (who: Viewer, { eventId }: EventWithMembers, photo: MarkedPhoto, variant: keyof typeof operationOf, held?: string) => {
    const call = callOf(who, { id: eventId, photoId: photo.id });
    // As after any write that went through the server.
    rights.invalidate();
    if (held !== undefined) call.request.headers['if-none-match'] = held;
    const handler = operations[operationOf[variant]] as (given: unknown) => Promise<unknown>;
    const answer = (await handler(call)) as { status: number; stream: Readable | Buffer; headers: { etag: string } };
    return { status: answer.status, etag: answer.headers.etag, stream: answer.stream } satisfies Sent;
  };

  return {
    ask,
    operations,
    files,
    white,
    setMark,
    send,
    turnOn: (scene: EventWithMembers, more: object = {}) =>
      setMark(scene, {
        enabled: true,
        source: 'text',
        text: 'Unit',
        text_picture: white,
        position: 'bottom-right',
        size: 20,
        strength: 100,
        ...more,
      }),
    get: async (who: Viewer, scene: EventWithMembers, photo: MarkedPhoto, variant: Variant) => {
      const { etag, stream } = await send(who, scene, photo, variant);
      return { etag, bytes: await wholeOf(stream) };
    },
    /** With a dark picture, as the guest's phone delivered it, prepared. */
    async withPhoto(
      shape: { width: number; height: number } = { width: 600, height: 600 },
      within: EventWithMembers | null = null,
    ): Promise<{ scene: EventWithMembers; photo: MarkedPhoto }> {
      const scene = within ?? (await eventWithMembers(deps));
      const bytes = await sharp({ create: { ...shape, channels: 3, background: '#202428' } })
        .jpeg()
        .toBuffer();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, { sha256, state: 'processing' });
      await deps.storage.put(storageKeys.original(photo), bytes);
      const derived = await derivativesOf(deps).derive({ ...photo, orientation: 0 });
      await deps.db.update(photos).set(derived).where(eq(photos.id, photo.id));
      return { scene, photo };
    },
  };
}
export type TestWatermarks = Awaited<ReturnType<typeof openWatermarks>>;

/** The bytes of an answer's file. */
export const wholeOf = async (stream: Readable | Buffer): Promise<Buffer> => (Buffer.isBuffer(stream) ? stream : buffer(stream));

/** How light each corner is, and the middle, 0 to 255. */
export async function lightness(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data[(Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels] ?? 0;
  return { topLeft: at(0.1, 0.1), topRight: at(0.9, 0.1), middle: at(0.5, 0.5), bottomLeft: at(0.1, 0.9), bottomRight: at(0.9, 0.9) };
}

export const DARK = 60;
const dark: unknown = expect.toSatisfy((value: number) => value < DARK);
/** Where white lies. */
export const light: unknown = expect.toSatisfy((value: number) => value > 200);
/** Nothing lies anywhere. */
export const allDark = { topLeft: dark, topRight: dark, middle: dark, bottomLeft: dark, bottomRight: dark };
