// Keeps the browser's offer to install until a screen shows it. Part of the first load, because the event fires early; the rest is in install.ts.
import { atom, getDefaultStore } from 'jotai';

/** Not in TypeScript's library: Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const promptAtom = atom<InstallPromptEvent | null>(null);

/** Prevents the browser's own prompt, which could cover the camera. */
export function listenForInstallOffer(): void {
  const store = getDefaultStore();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set(promptAtom, event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => store.set(promptAtom, null));
}
