// Adds a generated image to an event through this device's outbox, like a captured photo: once, and subject to approval.
import type { components } from '#openapi/api.ts';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { enqueuePhoto, DuplicateFileError, StorageFailedError, StorageFullError } from '#src/outbox/enqueue.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { readOriginal } from './original-file.ts';

export interface Sender {
  account: string;
  accountEmail: string;
}

/** `photoId` is the event photo, if this device knows it. `why` is a message for the person. */
export type SentImage = { outcome: 'queued' | 'known'; photoId: string | null } | { outcome: 'failed'; why: string };

export async function sendImageToEvent(
  event: Pick<components['schemas']['Event'], 'id' | 'name' | 'time_zone'>,
  image: GeneratedImage,
  sender: Sender,
): Promise<SentImage> {
  try {
    return await enqueueImage(event, image, sender);
  } catch (error) {
    if (error instanceof DuplicateFileError) return { outcome: 'known', photoId: null };
    return { outcome: 'failed', why: failureMessage(error) };
  }
}

const failureMessage = (error: unknown): string =>
  error instanceof StorageFullError || error instanceof StorageFailedError || error instanceof UserFacingError
    ? error.message
    : describeFailure(error).detail;

async function enqueueImage(
  event: Parameters<typeof sendImageToEvent>[0],
  image: GeneratedImage,
  { account, accountEmail }: Sender,
): Promise<SentImage> {
  const blob = await readOriginal(image);
  const bytes = await blob.arrayBuffer();
  const sha256 = await sha256Hex(bytes);
  const askedAt = Date.now();
  const params = { path: { id: event.id }, header: { 'X-Account': account } };
  const { known } = unwrap(await api.POST('/api/v1/event/{id}/photos/known', { params, body: { sha256: [sha256] } }));
  if (known[0]) return { outcome: 'known', photoId: known[0].id };
  const { id } = await enqueuePhoto({
    account,
    accountEmail,
    eventId: event.id,
    eventName: event.name,
    eventZone: event.time_zone,
    blob,
    contentType: image.content_type,
    takenAt: askedAt,
    tzOffset: -new Date(askedAt).getTimezoneOffset() || 0,
    orientation: 0,
    source: 'generated',
    fileName: null,
    thumb: null,
    imageId: image.id,
    file: { sha256, bytes, row: null, unlessSince: askedAt },
  });
  return { outcome: 'queued', photoId: id };
}
