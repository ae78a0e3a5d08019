// @vitest-environment jsdom
import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { linkSplashImages } from './splash-images.ts';

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=apple-touch-startup-image]')];

/** Safari on this screen, in the browser or from the home screen. */
function open(width: number, height: number, ratio: number, standalone?: boolean): void {
  vi.stubGlobal('screen', { width, height });
  vi.stubGlobal('devicePixelRatio', ratio);
  vi.stubGlobal('navigator', standalone === undefined ? {} : { standalone });
  linkSplashImages();
}

afterEach(() => {
  vi.unstubAllGlobals();
  for (const link of links()) link.remove();
});

test('an iPhone gets its two images, which exist', () => {
  open(390, 844, 3, false);
  expect(links().map(({ href, media }) => [new URL(href).pathname, media])).toEqual([
    ['/splash/1170x2532-light.png', '(prefers-color-scheme: light) and (orientation: portrait)'],
    ['/splash/1170x2532-dark.png', '(prefers-color-scheme: dark) and (orientation: portrait)'],
  ]);
  for (const { href } of links()) expect(existsSync(`public${new URL(href).pathname}`)).toBe(true);
});

test('an iPad gets both orientations', () => {
  open(820, 1180, 2, false);
  expect(links()).toHaveLength(4);
  for (const { href } of links()) expect(existsSync(`public${new URL(href).pathname}`)).toBe(true);
});

test('other browsers and the installed app get none', () => {
  open(390, 844, 3);
  open(390, 844, 3, true);
  expect(links()).toEqual([]);
});
