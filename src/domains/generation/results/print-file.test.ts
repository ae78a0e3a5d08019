import { describe, expect, test } from 'vitest';
import { describeJpeg, findXmp } from './print-file.ts';

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/">Zürich</x:xmpmeta>';
const BODY = [0xff, 0xdb, 0, 4, 9, 9, 0xff, 0xd9];
const jfif = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, ...BODY);

describe('a file for printing', () => {
  test('tells its resolution, whether or not the browser wrote one', () => {
    for (const jpeg of [jfif, Uint8Array.of(0xff, 0xd8, ...BODY)]) {
      const file = describeJpeg(jpeg, 300, null);
      expect([...file.subarray(0, 20)]).toEqual([255, 216, 255, 224, 0, 16, 74, 70, 73, 70, 0, 1, 1, 1, 1, 44, 1, 44, 0, 0]);
      expect([...file.subarray(20)]).toEqual(BODY);
    }
  });

  test('has the provenance of the original', () => {
    const original = new Uint8Array([1, 2, ...new TextEncoder().encode(`tEXt${XMP}`), 200]);
    expect(findXmp(original)).toBe(XMP);
    const file = describeJpeg(jfif, 173, XMP);
    expect(findXmp(file)).toBe(XMP);
    expect([...file.subarray(20, 22)]).toEqual([0xff, 0xe1]);
    const length = (file[22]! << 8) + file[23]!;
    expect([...file.subarray(22 + length)]).toEqual(BODY);
  });

  test('leaves out a packet that is too long for its segment, and finds none where there is none', () => {
    expect(describeJpeg(jfif, 300, 'x'.repeat(70_000))).toHaveLength(jfif.length);
    expect(findXmp(Uint8Array.of(1, 2, 3))).toBeNull();
    expect(findXmp(new TextEncoder().encode('<x:xmpmeta cut'))).toBeNull();
  });
});
