import { fileWords } from '#server/http/sent-files.ts';

interface NamedPhoto {
  id: string;
  takenAt: Date;
  /** Minutes, of the clock of the phone that took it. */
  tzOffset: number;
}

/**
 * A name a person recognises in a folder: the event, the moment on the clock of the place, and enough of the id to be the only one. Without an
 * extension. The clock is the event's, as on every screen; where nobody has told it, the phone's.
 */
export function downloadName({ name, timeZone }: { name: string; timeZone: string | null }, photo: NamedPhoto): string {
  const event = fileWords(name);
  const moment = timeZone === null ? onClockOf(photo) : inZone(photo.takenAt, timeZone);
  return [event || 'photo', moment.replaceAll(':', ''), photo.id.slice(-4)].join('-');
}

/** Of an original, as programs know its type by. */
export const originalExtension = (contentType: string): string =>
  contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length);

const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** "2026-11-20-21:14:07". */
const onClockOf = ({ takenAt, tzOffset }: NamedPhoto): string =>
  new Date(takenAt.getTime() + tzOffset * 60_000).toISOString().slice(0, 19).replace('T', '-');

function inZone(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, ...DATE, ...TIME });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}-${part.hour}:${part.minute}:${part.second}`;
}
