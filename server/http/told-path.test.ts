import { expect, test } from 'vitest';
import { toldPath } from '#server/http/told-path.ts';

test('codes and tokens are left out, wherever they stand; so is what was asked', () => {
  const told = (url: string) => toldPath({ url });
  expect(told('/api/v1/event/join/HARBOUR26')).toBe('/api/v1/event/join/…');
  expect(told('/API/v1/event/JOIN/HARBOUR26/')).toBe('/API/v1/event/JOIN/…/');
  expect(told('/join/HARBOUR26?from=/join/OTHER')).toBe('/join/…');
  expect(told('/invite/abc/x')).toBe('/invite/…/x');
  expect(told('/login?redirect=%2Fjoin%2FHARBOUR26')).toBe('/login');
  expect(told('/api/v1/event/join')).toBe('/api/v1/event/join');
  expect(told(`/assets/${'..%5c'.repeat(2000)}`)).toHaveLength(200);
});
