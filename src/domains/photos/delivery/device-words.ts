import { failureMessage } from '#src/domains/photos/queue/failures.ts';
import { formatCount, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { DeviceTotals, EventDevice } from './queries.ts';

type Status = EventDevice['status'];

export const statusLabels: Record<Status, { name: string; tone: Tone }> = {
  replaced: { name: 'Replaced', tone: 'danger' },
  lost: { name: 'Lost photos', tone: 'danger' },
  silent: { name: 'Not heard from', tone: 'danger' },
  attention: { name: 'Needs attention', tone: 'warning' },
  storage_low: { name: 'Storage low', tone: 'warning' },
  sending: { name: 'Uploading', tone: 'info' },
  // What happened on the device since is unknown.
  done: { name: 'Up to date at last contact', tone: 'neutral' },
};

/** A device with photos to send reports after 90 seconds at the latest while its app is on the screen. */
const QUIET_MS = 2 * 60_000;

/** Whether a device that was uploading has not been heard of since: it may be off. */
export const isQuiet = ({ status, last_contact_at: at }: Pick<EventDevice, 'status' | 'last_contact_at'>, now: number): boolean =>
  status === 'sending' && now - Date.parse(at) > QUIET_MS;

/** What the badge of a device says. */
export function deviceBadge(device: EventDevice, now: number): { name: string; tone: Tone } {
  if (device.settled_at !== null) return { name: 'Settled', tone: 'neutral' };
  if (!isQuiet(device, now)) return statusLabels[device.status];
  const minutes = Math.floor((now - Date.parse(device.last_contact_at)) / 60_000);
  return { name: `Silent for ${pluralize(minutes, 'minute', 'minutes')}`, tone: 'warning' };
}

/** "Ana Ruiz’s phone 3F2A": people have several. */
export const deviceTitle = ({ person, kind, number }: Pick<EventDevice, 'person' | 'kind' | 'number'>) =>
  `${person.name}’s ${kind} ${number}`;

const waitingPhotos = (count: number) => `${pluralize(count, 'photo', 'photos')} waiting`;

/** What happened, and when the device was last heard from. */
export function deviceSentence(device: EventDevice, now: number): string {
  const ago = formatRelativeTime(device.last_contact_at, now);
  const heard = `last heard ${ago}`;
  if (device.lost > 0) {
    const lost = `${pluralize(device.lost, 'photo', 'photos')} lost`;
    return [lost, device.waiting > 0 && waitingPhotos(device.waiting), heard].filter(Boolean).join(', ');
  }
  return device.waiting > 0 ? `${waitingPhotos(device.waiting)}, ${heard}` : `Nothing waiting when last heard, ${ago}`;
}

/** What to do about it; null if nothing. */
export function deviceAdvice(device: EventDevice): string | null {
  const { status, kind, person, waiting, lost } = device;
  const them = waiting === 1 ? 'it' : 'them';
  if (status === 'replaced')
    return `${person.name} has used another device since (${device.replaced_by ?? 'unknown'}). Open the app on this ${kind} to upload ${them}. If it was wiped, ${waiting === 1 ? 'this photo is' : 'these photos are'} lost: keep the memory card, and import it on any device of ${person.name}.`;
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

/** About the photos of the device that can’t be decoded; null if there are none. */
export function damagedSentence({ damaged }: Pick<EventDevice, 'damaged'>): string | null {
  if (damaged === 0) return null;
  const [are, they, them] = damaged === 1 ? ['is', 'it', 'a good copy'] : ['are', 'they', 'good copies'];
  return `${pluralize(damaged, 'photo', 'photos')} ${are} damaged: stored as ${they} arrived, but can’t be shown. Check the card or camera ${they} came from, and import ${them}.`;
}

/** "412 captured, 400 stored, 12 waiting when last heard": the first is the sum of the others, over all devices. */
export function totalsSentence(totals: DeviceTotals, devices: readonly EventDevice[]): string {
  const isAny = (of: (device: EventDevice) => boolean) => devices.some(of);
  const origins = [
    isAny(({ captured, imported }) => captured > imported) && 'captured',
    isAny(({ imported }) => imported > 0) && 'imported',
  ].filter((origin) => origin !== false);
  const parts = [
    `${formatCount(totals.captured)} ${origins.join(' or ')}`,
    `${formatCount(totals.stored)} stored${totals.damaged > 0 ? ` (${formatCount(totals.damaged)} damaged)` : ''}`,
    `${formatCount(totals.waiting)} waiting when last heard`,
    totals.lost > 0 && `${formatCount(totals.lost)} lost`,
    totals.settled > 0 && `${formatCount(totals.settled)} settled as missing`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/**
 * In the server’s order, except that a device which was settled here stays where it is: the next one must not move under the pointer.
 * @param shown the ids as shown before
 */
export function inPlace(devices: readonly EventDevice[], shown: readonly string[]): EventDevice[] {
  const ordered = devices.filter(({ settled_at: settled, id }) => settled === null || !shown.includes(id));
  for (const device of devices.filter((one) => !ordered.includes(one)).toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)))
    ordered.splice(shown.indexOf(device.id), 0, device);
  return ordered;
}
