// Photos in words, for people and for screen readers alike.
import { device } from '#src/lib/device.ts';
import { counted, formatTime, type Zone } from '#src/lib/format.ts';
import { placedAt } from '#src/outbox/placed-at.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import type { Photo } from './photo.ts';

export function describePhoto(photo: Photo, zone: Zone): string {
  const parts = [`Photo by ${photo.uploader.name}`, formatTime(photo.taken_at, zone)];
  if (photo.likes > 0) parts.push(counted(photo.likes, 'like', 'likes'));
  if (photo.state === 'processing') parts.push('processing');
  if (photo.state === 'unreadable') parts.push('can’t be shown');
  if (photo.status === 'pending') parts.push('waiting for approval');
  if (photo.status === 'rejected') parts.push(photo.rejection_reason ? `rejected: ${photo.rejection_reason}` : 'rejected');
  return parts.join(', ');
}

/** Why its gallery does not show it; null where it does. */
export function verdictWords({ status, rejection_reason: reason }: Pick<Photo, 'status' | 'rejection_reason'>): string | null {
  if (status === 'pending') return 'Pending approval';
  if (status === 'rejected') return reason ? `Rejected: ${reason}` : 'Rejected';
  return null;
}

/** @param progress 0–1 while it is being sent, else null */
export function describeWaiting(record: PhotoRecord, progress: number | null, zone: Zone): string {
  return `Your photo, ${formatTime(placedAt(record), zone)}, saved on this ${device}, ${waitingState(record, progress).words}`;
}

export interface WaitingState {
  kind: 'waiting' | 'sending' | 'parked';
  words: string;
}

export function waitingState(record: PhotoRecord, progress: number | null): WaitingState {
  if (record.state === 'parked') return { kind: 'parked', words: 'Needs attention' };
  if (progress !== null) return { kind: 'sending', words: `Uploading ${Math.floor(progress * 100)}%` };
  return { kind: 'waiting', words: 'Waiting' };
}
