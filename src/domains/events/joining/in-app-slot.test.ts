import { expect, test } from 'vitest';
import { detectInAppBrowser } from './in-app-slot.tsx';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36';

test.each([
  ['Instagram', `${IPHONE} Mobile/22B83 Instagram 358.0.0.0 (iPhone17,1; iOS 18_1; en_US; en; scale=3.00; 1206x2622)`],
  ['Instagram', `${ANDROID} Instagram 358.0.0.0 Android (35/15; 420dpi; 1080x2424; Google; Pixel 9)`],
  ['Facebook', `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.0;FBDV/iPhone17,1;FBLC/en_US]`],
  ['Facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/490.0.0.0;]`],
  ['TikTok', `${ANDROID} musical_ly_2023700030 BytedanceWebview/d8a21c6`],
  ['LINE', `${IPHONE} Mobile/22B83 Safari Line/14.19.0`],
])('recognizes the in-app browser of %s: %s', (_app, agent) => {
  expect(detectInAppBrowser(agent)).not.toBeNull();
});

test.each([
  `${IPHONE} Version/18.1 Mobile/22B83 Safari/604.1`,
  `${IPHONE} CriOS/142.0.0.0 Mobile/22B83 Safari/604.1`,
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
])('does not match a regular browser: %s', (agent) => {
  expect(detectInAppBrowser(agent)).toBeNull();
});
