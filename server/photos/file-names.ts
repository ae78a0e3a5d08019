import { truncateClusters, fileNameSlug } from '#server/http/content-disposition.ts';

interface NamedPhoto {
  id: string;
  takenAt: Date;
  /** Minutes, of the clock of the phone that took it. */
  tzOffset: number;
}

/**
 * A recognizable file name without extension: event, local time and the end of the id, which makes it unique. The time zone is the event's, as on
 * every screen; if it has none, the phone's.
 */
export function downloadName({ name, timeZone }: { name: string; timeZone: string | null }, photo: NamedPhoto): string {
  const event = fileNameSlug(name);
  const moment = timeZone === null ? onClockOf(photo) : inZone(photo.takenAt, timeZone);
  return [event || 'photo', moment.replaceAll(':', ''), photo.id.slice(-4)].join('-');
}

/** Of an original, as programs know its type by. */
export const originalExtension = (contentType: string): string =>
  contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length);

const HEIC_ENDINGS = /\.(heic|heif|hif)$/i;
const endings: Record<string, RegExp> = {
  'image/jpeg': /\.(jpe?g|jpe|jfif|mpo)$/i,
  'image/heic': HEIC_ENDINGS,
  'image/heif': HEIC_ENDINGS,
};

const PICTURE_ENDINGS = /\.(jpe?g|jpe|jfif|mpo|hei[cf]s?|hif|png|webp|avif)$/i;

/** The camera's own name of its file, so that photographers find the same shot among theirs; where it had none, as `downloadName`. */
export function originalName(
  event: Parameters<typeof downloadName>[0],
  photo: NamedPhoto & { fileName: string | null; contentType: string },
): string {
  const { fileName, contentType } = photo;
  const extension = originalExtension(contentType);
  if (fileName === null) return `${downloadName(event, photo)}-original.${extension}`;
  if (endings[contentType]?.test(fileName) ?? fileName.toLowerCase().endsWith(`.${extension}`)) return fileName;
  // Phones convert pictures on their way, and leave the name.
  return `${fileName.replace(PICTURE_ENDINGS, '')}.${extension}`;
}

/** Leaves room for the rest of the path in the archive of a person's own data: file systems take names of at most 255 bytes. */
const MOST_NAME_BYTES = 109;
/** Characters that file systems refuse, and invisible ones. Joiners within words are allowed, because some scripts need them. */
const UNUSABLE = /(?![\u200c\u200d])\p{C}|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu;

/** Makes a file name from a device valid on every file system. Null if nothing is left. */
export function sanitizeFileName(sent: string | null | undefined): string | null {
  const last = (sent ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNUSABLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? '';
  const stem = truncateClusters(clean.slice(0, clean.length - ending.length), MOST_NAME_BYTES, MOST_NAME_BYTES - ending.length).trim();
  if (stem === '') return null;
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(stem) ? `_${stem}${ending}` : `${stem}${ending}`;
}

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
