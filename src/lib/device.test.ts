import { expect, test } from 'vitest';
import { detectDeviceLabel } from './device.ts';

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  pixel: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
};
const pointer = (kind: 'coarse' | 'fine') => (query: string) => ({ matches: query === `(pointer: ${kind})` });

test.each([
  ['an iPhone', agents.iphone, 'coarse', 'phone'],
  ['an Android phone', agents.pixel, 'coarse', 'phone'],
  ['an Android phone with a mouse', agents.pixel, 'fine', 'phone'],
  ['a browser that emulates a phone', agents.windows, 'coarse', 'phone'],
  ['an iPad, which reports a Mac', agents.mac, 'coarse', 'phone'],
  ['a Mac', agents.mac, 'fine', 'computer'],
  ['a Windows computer', agents.windows, 'fine', 'computer'],
  ['a laptop with a touch screen too', agents.windows, 'fine', 'computer'],
] as const)('%s', (_name, userAgent, kind, word) => {
  expect(detectDeviceLabel({ navigator: { userAgent }, matchMedia: pointer(kind) })).toBe(word);
});

test('a worker asks for no pointer, a server for nothing', () => {
  expect(detectDeviceLabel({ navigator: { userAgent: agents.iphone } })).toBe('phone');
  expect(detectDeviceLabel({})).toBe('computer');
});
