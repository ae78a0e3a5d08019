import { safeLocalStorage, writeLocalStorage } from './web-storage.ts';

const KEY = 'theme';

/** `system`: as the device is set. */
export type Theme = 'system' | 'light' | 'dark';

export function readTheme(): Theme {
  const kept = safeLocalStorage()?.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Puts the chosen theme on the page, which must be its `document.documentElement`; src/styles.css says what it looks like. */
export function applyTheme(root: { dataset: Record<string, string | undefined> }, theme = readTheme()): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Kept on this device, for whoever uses it. */
export const saveTheme = (theme: Theme): void => writeLocalStorage(KEY, theme === 'system' ? null : theme);
