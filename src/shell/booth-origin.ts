// The screen that a photo booth was opened from, in this tab, to return to it: visitors' history is between the two.
import { safeSessionStorage } from '#src/lib/web-storage.ts';

const KEY = 'booth-origin';

/** Call when the booth is opened from a screen. */
export function rememberBoothOrigin(): void {
  try {
    safeSessionStorage()?.setItem(KEY, `${location.pathname}${location.search}`);
  } catch {
    // full: the booth leads to the start of the person's area
  }
}

/** Null if it was opened by its address. */
export const boothOrigin = (): string | null => safeSessionStorage()?.getItem(KEY) ?? null;
