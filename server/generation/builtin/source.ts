// The picture that something is made of.
import sharp from 'sharp';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';

const MOST_PIXELS = 100e6;

/**
 * Its pixels, on white where it is transparent, with no side longer than told.
 * @throws GeneratorError
 */
export async function decodeSource(
  { bytes }: Picture,
  longest = 16_383,
): Promise<{ data: Uint8Array; width: number; height: number; isSmaller: boolean }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, isSmaller: info.width < width || info.height < height };
  } catch (error) {
    throw new GeneratorError('invalid_request', 'We couldn’t read the image.', { cause: error });
  }
}
