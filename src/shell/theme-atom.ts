import { atom } from 'jotai';
import { applyTheme, readTheme, saveTheme, type Theme } from '#src/lib/theme.ts';

const chosen = atom(readTheme());

/** The theme of this device, wherever it is chosen: applied to the page at once, and stored. */
export const themeAtom = atom(
  (get) => get(chosen),
  (_get, set, theme: Theme) => {
    set(chosen, theme);
    saveTheme(theme);
    applyTheme(document.documentElement, theme);
  },
);

export const themeNames: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };
