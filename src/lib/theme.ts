import { safeLocalStorage, writeLocalStorage } from './web-storage.ts';

const KEY = 'theme';

/** `system`: the device's setting. */
export type Theme = 'system' | 'light' | 'dark';

export function readTheme(): Theme {
  const kept = safeLocalStorage()?.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Applies the theme to `document.documentElement`; src/styles.css defines it. */
export function applyTheme(root: { dataset: Record<string, string | undefined> }, theme = readTheme()): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Stored per device, for all users. */
export const saveTheme = (theme: Theme): void => writeLocalStorage(KEY, theme === 'system' ? null : theme);
