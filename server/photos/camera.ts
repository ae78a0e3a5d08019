// The camera that a file says it was taken with. Its metadata is whatever somebody wrote into it.
import exifr from 'exifr';

const MOST_CHARACTERS = 100;
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');

/**
 * Reads make and model from a picture's EXIF block.
 * @param exif as sharp gives it out of whatever container; only the block is parsed, never the container again
 * @returns null where the file does not say, or says what cannot be read
 */
export async function readCamera(exif: Buffer | undefined): Promise<string | null> {
  if (!exif) return null;
  const block = exif.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? exif.subarray(EXIF_MARK.length) : exif;
  try {
    const tags: unknown = await exifr.parse(block, {
      tiff: true,
      ifd0: { pick: ['Make', 'Model'] },
      exif: false,
      gps: false,
      interop: false,
      ifd1: false,
    });
    if (typeof tags !== 'object' || tags === null) return null;
    return cameraName('Make' in tags ? tags.Make : null, 'Model' in tags ? tags.Model : null);
  } catch {
    // A broken block is no broken picture.
    return null;
  }
}

/** Makes one name of the two: most models begin with their make. */
export function cameraName(make: unknown, model: unknown): string | null {
  const [maker, name] = [clean(make), clean(model)];
  const [brand = ''] = maker.split(' ');
  const saysBoth = brand !== '' && name.toLowerCase().split(' ')[0] === brand.toLowerCase();
  const isSaid = saysBoth || (maker !== '' && name.toLowerCase().startsWith(maker.toLowerCase()));
  const whole = isSaid ? name : `${maker} ${name}`.trim();
  return cut(whole) || null;
}

/** One line of visible characters: no control characters, no marks that turn the direction of writing, no halves of characters. */
function clean(text: unknown): string {
  if (typeof text !== 'string') return '';
  return cut(
    text
      .slice(0, 10 * MOST_CHARACTERS)
      .replace(/[\p{Z}\t\r\n]+/gu, ' ')
      .replace(/\p{C}+/gu, '')
      .trim(),
  );
}

const cut = (text: string) => Array.from(text).slice(0, MOST_CHARACTERS).join('').trim();
