// A QR code as it stands on the screen or on paper, read module by module from its picture.
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { encode } from 'uqr';

/** The modules of a text's code, as a poster has it: a quiet zone of four and a quarter of it for mending. */
export const modulesOf = (text: string): boolean[][] => encode(text, { ecc: 'Q', border: 4 }).data;

/** The modules of the picture, dark is true: sampled in the middle of each, where there are so many in a row. */
export async function readModules(picture: Locator, inARow: number): Promise<boolean[][]> {
  const { data, info } = await sharp(await picture.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const side = Math.min(info.width, info.height);
  const [left, top] = [(info.width - side) / 2, (info.height - side) / 2];
  const at = (row: number, column: number) => {
    const x = Math.floor(left + ((column + 0.5) * side) / inARow);
    const y = Math.floor(top + ((row + 0.5) * side) / inARow);
    return data[y * info.width + x]! < 128;
  };
  return Array.from({ length: inARow }, (_, row) => Array.from({ length: inARow }, (__, column) => at(row, column)));
}
