import { afterEach, expect, test, vi } from 'vitest';
import { applyTheme, readTheme, saveTheme } from './theme.ts';

afterEach(() => vi.unstubAllGlobals());

function storage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
}

test('a theme is stored and applied; the system theme is the default', () => {
  storage();
  const root = { dataset: {} as Record<string, string | undefined> };
  expect(readTheme()).toBe('system');
  saveTheme('dark');
  applyTheme(root);
  expect(root.dataset).toEqual({ theme: 'dark' });
  saveTheme('system');
  applyTheme(root);
  expect(root.dataset).toEqual({});
});

test('an invalid theme and a blocked storage result in the system theme', () => {
  storage();
  localStorage.setItem('theme', 'purple');
  expect(readTheme()).toBe('system');
  vi.stubGlobal('localStorage', undefined);
  saveTheme('dark');
  expect(readTheme()).toBe('system');
});
