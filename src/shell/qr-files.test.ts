import { expect, test } from 'vitest';
import { encodeQr } from '#src/lib/qr.ts';
import { qrSvg } from '#src/shell/qr-files.ts';

test('the SVG file is self-contained', async () => {
  const blob = qrSvg(encodeQr('x'));
  expect(blob.type).toBe('image/svg+xml');
  expect(await blob.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/);
});
