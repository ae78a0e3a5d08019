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

test('a theme is kept and put on the page; the system’s is none', () => {
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

test('what is no theme, and a storage that is forbidden, are the system’s', () => {
  storage();
  localStorage.setItem('theme', 'purple');
  expect(readTheme()).toBe('system');
  vi.stubGlobal('localStorage', undefined);
  saveTheme('dark');
  expect(readTheme()).toBe('system');
});
