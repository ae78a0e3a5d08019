import { counted } from '#src/lib/counted.ts';
// Photos in words, for people and for screen readers alike.
import type { PhotoRecord } from '#src/outbox/record.ts';
import type { Photo } from './photo.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** The time alone for today, with its date otherwise. */
export function timeOf(at: number, now: number = Date.now()): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return (sameDay ? clock : dayAndClock).format(at);
}

export const fullTime = (at: number): string => dayAndClock.format(at);

/** "just now", "5 minutes ago", "3 days ago". */
export function ago(at: number, now: number = Date.now()): string {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 24 ? relative.format(-hours, 'hour') : relative.format(-Math.round(hours / 24), 'day');
}

export function describePhoto(photo: Photo): string {
  const parts = [`Photo by ${photo.uploader.name}`, timeOf(Date.parse(photo.taken_at))];
  if (photo.likes > 0) parts.push(counted(photo.likes, 'like', 'likes'));
  if (photo.state === 'processing') parts.push('being prepared');
  if (photo.state === 'unreadable') parts.push('cannot be shown');
  if (photo.status === 'pending') parts.push('waits for approval');
  if (photo.status === 'rejected') parts.push(photo.rejection_reason ? `not approved: ${photo.rejection_reason}` : 'not approved');
  return parts.join(', ');
}

/** @param progress 0–1 while it is being sent, else null */
export function describeWaiting(record: PhotoRecord, progress: number | null): string {
  return `Your photo, ${timeOf(record.takenAt)}, saved on this phone, ${waitingState(record, progress).words}`;
}

export interface WaitingState {
  kind: 'waiting' | 'sending' | 'parked';
  words: string;
}

export function waitingState(record: PhotoRecord, progress: number | null): WaitingState {
  if (record.state === 'parked') return { kind: 'parked', words: 'Stuck' };
  if (progress !== null) return { kind: 'sending', words: `Sending ${Math.floor(progress * 100)}%` };
  return { kind: 'waiting', words: 'Waiting' };
}
