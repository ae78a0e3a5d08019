// Labels of photos for people and screen readers.
import { createContext, useContext } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { formatTime, pluralize, type TimeZone } from '#src/lib/format.ts';
import { originalWords } from '#src/lib/original.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import { effectiveTakenAt, type PhotoRecord } from '#src/outbox/record.ts';
import type { Photo } from './photo.ts';

/** @param isHidden in a section that guests don't see */
export function describePhoto(photo: Photo, zone: TimeZone, isHidden = false): string {
  const parts = [
    `${photo.source === 'generated' ? 'Generated image' : 'Photo'} by ${photo.uploader.name}`,
    `${uploadedPrefix(photo).toLowerCase()}${formatTime(photo.taken_at, zone)}`,
  ];
  if (photo.likes > 0) parts.push(pluralize(photo.likes, 'like', 'likes'));
  if (photo.state === 'processing') parts.push('processing');
  if (photo.state === 'unreadable') parts.push('can’t be shown');
  if (photo.status === 'pending') parts.push('waiting for approval');
  if (photo.status === 'rejected') parts.push(photo.rejection_reason ? `rejected: ${photo.rejection_reason}` : 'rejected');
  const original = originalWords(photo);
  if (original && photo.state === 'ready') parts.push(original.state);
  if (isHidden) parts.push('hidden from guests');
  return parts.join(', ');
}

/** Why the gallery does not show the photo; null if it does. */
export function moderationLabel({ status, rejection_reason: reason }: Pick<Photo, 'status' | 'rejection_reason'>): string | null {
  if (status === 'pending') return 'Pending approval';
  if (status === 'rejected') return reason ? `Rejected: ${reason}` : 'Rejected';
  return null;
}

/** @param progress 0–1 during the upload, else null */
export function describeWaiting(record: PhotoRecord, progress: number | null, zone: TimeZone): string {
  return `Your photo, ${formatTime(effectiveTakenAt(record), zone)}, saved on this ${deviceLabel}, ${waitingState(record, progress).label}`;
}

interface WaitingState {
  kind: 'waiting' | 'sending' | 'parked';
  label: string;
}

export function waitingState(record: PhotoRecord, progress: number | null): WaitingState {
  if (record.state === 'parked') return { kind: 'parked', label: 'Needs attention' };
  if (progress !== null) return { kind: 'sending', label: `Uploading ${Math.floor(progress * 100)}%` };
  return { kind: 'waiting', label: 'Waiting' };
}

/** The time zone of the event whose photos are shown; null for the device's. */
export const EventZone = createContext<TimeZone>(null);

export const useEventZone = (): TimeZone => useContext(EventZone);

/** What the gallery shows this person: everyone's photos, their own until it opens, or their own only. */
export type ShownPhotos = 'all' | 'later' | 'own';

/** What appears in an empty gallery. */
export function emptyGalleryWords({ over, camera, shows }: { over: boolean; camera: boolean; shows: ShownPhotos }): string {
  if (over) return 'This event is over.';
  return (camera ? withCamera : withoutCamera)[shows];
}

const withCamera: Record<ShownPhotos, string> = {
  all: 'Take the first one. Photos from everyone at this event appear here.',
  later: 'Take the first one. Until the gallery opens, you see only your own photos.',
  own: 'Take the first one. Only your own photos appear here.',
};

const withoutCamera: Record<ShownPhotos, string> = {
  all: 'Photos appear here as soon as someone takes one. You don’t need to reload.',
  later: 'Photos appear here once the gallery opens.',
  own: 'Only your own photos appear here.',
};
