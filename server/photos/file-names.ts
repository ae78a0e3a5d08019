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
  const moment = wallClockOf(timeZone, photo).replace('T', '-').replaceAll(':', '');
  return [event || 'photo', moment, photo.id.slice(-4)].join('-');
}

/** Of the photographer's, so that the rest of the name fits. */
const MOST_AUTHOR_BYTES = 60;

/** The name of a copy in an archive of many photos, so that they sort by time: `2026-11-20_21-14-07_Noa-Levi_a1b2.jpg`. */
export function archivedCopyName({ timeZone }: { timeZone: string | null }, photo: NamedPhoto, photographer: string): string {
  const [date = '', time = ''] = wallClockOf(timeZone, photo).split('T');
  const author = truncateClusters(
    (photographer.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join('-'),
    MOST_AUTHOR_BYTES,
    MOST_AUTHOR_BYTES,
  );
  const stem = [date, time.replaceAll(':', '-'), ...(author ? [author] : []), photo.id.slice(-4)].join('_');
  return sanitizeFileName(`${stem}.jpg`) ?? `${photo.id}.jpg`;
}

/** Makes each name unique, also where case and the form of letters are ignored. @param reserved names that are taken */
export function createUniqueNames(reserved: readonly string[]): (name: string) => string {
  const folded = (name: string) => name.normalize('NFKC').toUpperCase();
  const taken = new Set(reserved.map(folded));
  /** How often each name was asked for, so that thousands of the same are not tried one by one. */
  const asked = new Map<string, number>();
  return (name) => {
    const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - ending.length);
    let unique = name;
    let number = asked.get(folded(name)) ?? 1;
    while (taken.has(folded(unique))) {
      number += 1;
      unique = `${stem}-${number}${ending}`;
    }
    asked.set(folded(name), number);
    taken.add(folded(unique));
    return unique;
  };
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

/** The name of a photo's file in web size, after that of its full size. */
export const webSizeName = (name: string): string => `${name.replace(PICTURE_ENDINGS, '')}-web.jpg`;

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

/** `2026-11-20 21:14:07` */
export const localTime = (timeZone: string | null, photo: NamedPhoto): string => wallClockOf(timeZone, photo).replace('T', ' ');

/** `2026-11-20T21:14:07` in the event's time zone, or by the phone's clock. */
const wallClockOf = (timeZone: string | null, photo: NamedPhoto): string =>
  new Date(photo.takenAt.getTime() + utcOffsetOf(timeZone, photo) * 60_000).toISOString().slice(0, 19);

const FORMAT = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** By time zone: making one takes longer than formatting hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes from UTC to the wall clock of the event; if it has no time zone, of the phone. */
export function utcOffsetOf(timeZone: string | null, { takenAt, tzOffset }: Pick<NamedPhoto, 'takenAt' | 'tzOffset'>): number {
  if (timeZone === null) return tzOffset;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, ...FORMAT });
  formats.set(timeZone, format);
  const part = Object.fromEntries(format.formatToParts(takenAt).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second);
  return Math.round((local.getTime() - takenAt.getTime()) / 60_000);
}
