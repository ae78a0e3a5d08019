// Why a picked file was not imported, in words.
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount } from '#src/lib/format.ts';
import type { ImportRefusal } from './imports.ts';
import type { RefusalReason } from './record.ts';

const reasons: Record<RefusalReason, string> = {
  'too-big': 'The file is larger than the server accepts.',
  'too-many-pixels': 'The photo has more pixels than the server accepts.',
  'wrong-type': 'Not a JPEG, PNG, WebP, AVIF or HEIC photo.',
  raw: 'RAW files aren’t supported. Import the JPEG instead: most cameras can save RAW + JPEG.',
  empty: 'The file is empty.',
  unreadable: 'Couldn’t read the file. Choose it again.',
  'storage-full': `This ${deviceLabel} ran out of space. Free up some space, then choose the file again.`,
  'storage-broken': `This ${deviceLabel}’s storage failed. Choose the file again.`,
};

const units: Partial<Record<RefusalReason, { size: number; words: (found: string, most: string) => string }>> = {
  'too-big': { size: 1024 * 1024, words: (found, most) => `${found} MB. The limit is ${most} MB.` },
  'too-many-pixels': { size: 1_000_000, words: (found, most) => `${found} megapixels. The limit is ${most}.` },
};

/** "280 megapixels. The limit is 100." */
export function importRefusalMessage({ reason, found, most }: ImportRefusal): string {
  const unit = units[reason];
  if (!unit || found === undefined || most === undefined) return reasons[reason];
  const limit = Math.floor(most / unit.size);
  // What is a little above the limit is not said to be the limit.
  return unit.words(formatCount(Math.max(Math.round(found / unit.size), limit + 1)), formatCount(limit));
}
