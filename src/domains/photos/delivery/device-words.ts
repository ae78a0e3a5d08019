import { failureMessage } from '#src/domains/photos/queue/failures.ts';
import { formatCount, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { EventDevice } from './queries.ts';

type Status = EventDevice['status'];

export const statusLabels: Record<Status, { name: string; tone: Tone }> = {
  replaced: { name: 'Replaced', tone: 'danger' },
  lost: { name: 'Lost photos', tone: 'danger' },
  silent: { name: 'Not heard from', tone: 'danger' },
  attention: { name: 'Needs attention', tone: 'warning' },
  storage_low: { name: 'Storage low', tone: 'warning' },
  sending: { name: 'Uploading', tone: 'info' },
  done: { name: 'All stored', tone: 'success' },
};

/** "Ana Ruiz’s phone". */
export const deviceTitle = ({ person, kind }: Pick<EventDevice, 'person' | 'kind'>) => `${person.name}’s ${kind}`;

const waitingPhotos = (count: number) => `${pluralize(count, 'photo', 'photos')} waiting`;

/** What happened, and when the device was last heard from. */
export function deviceSentence(device: EventDevice, now: number): string {
  const heard = `last heard ${formatRelativeTime(device.last_contact_at, now)}`;
  if (device.lost > 0) {
    const lost = `${pluralize(device.lost, 'photo', 'photos')} lost`;
    return [lost, device.waiting > 0 && waitingPhotos(device.waiting), heard].filter(Boolean).join(', ');
  }
  return `${device.waiting > 0 ? waitingPhotos(device.waiting) : 'Nothing waiting'}, ${heard}`;
}

/** What to do about it; null if nothing. */
export function deviceAdvice(device: EventDevice): string | null {
  const { status, kind, person, waiting, lost } = device;
  const them = waiting === 1 ? 'it' : 'them';
  if (status === 'replaced')
    return `${person.name} has used another device since (${device.replaced_by ?? 'unknown'}). Open the app on this ${kind} to upload ${them}. If it was wiped, ${waiting === 1 ? 'this photo is' : 'these photos are'} lost: keep the memory card.`;
  if (status === 'lost')
    return `The storage of this ${kind} was cleared, or the server was restored from a backup. If ${person.name} still has ${lost === 1 ? 'it, import it' : 'them, import them'} again.`;
  if (status === 'silent') return `Ask ${person.name} to open the app with a connection.`;
  if (status === 'storage_low') return `This ${kind} is almost full. Free up space, or upload before taking more photos.`;
  return null;
}

/** Reasons whose usual words address the person with the device. */
const reasonsOfOthers: Record<string, string> = {
  account_mismatch: 'Another account is logged in on the device.',
  bytes_missing: 'The device no longer has the photo file.',
  capture_closed: 'The photo was taken while the event was closed, or the person no longer takes part.',
  event_unknown: 'The event isn’t open to this person.',
  forbidden: 'This person has no permission to add photos to the event.',
  gateway: 'Something between the device and the server blocked it.',
  guests_only_look: 'Guests can’t add photos to this event.',
  not_found: 'The event isn’t open to this person.',
  portal: 'The network asks the person to sign in.',
  too_many_uploads: 'Many of the person’s photos are uploading at once.',
};

export const attentionReason = (code: string): string =>
  reasonsOfOthers[code] ?? failureMessage({ code, message: 'It needs a decision.' }, 'parked').what;

/** Why photos need a decision: "2 photos: It’s larger than the server accepts." */
export const attentionLines = ({ attention }: EventDevice): string[] =>
  attention.map(({ reason, count }) => `${pluralize(count, 'photo', 'photos')}: ${attentionReason(reason)}`);

export const isSettleable = ({ status }: EventDevice): boolean => status === 'replaced' || status === 'lost' || status === 'silent';

/** "412 captured, 400 stored, 12 waiting". */
export function totalsSentence(devices: readonly EventDevice[]): string {
  const total = (of: (device: EventDevice) => number) => formatCount(devices.reduce((sum, device) => sum + of(device), 0));
  return `${total(({ captured }) => captured)} captured, ${total(({ stored }) => stored)} stored, ${total(({ waiting }) => waiting)} waiting`;
}
