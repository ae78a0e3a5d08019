// The offer to install. Android and desktop Chromium hand us a prompt to keep for the right moment; iOS has only steps to follow.
import { atom, getDefaultStore } from 'jotai';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';

/** Not in TypeScript's library: Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const DISMISSED_KEY = 'install-offer-dismissed';

const promptAtom = atom<InstallPromptEvent | null>(null);
const dismissedAtom = atom(Boolean(safeLocalStorage()?.getItem(DISMISSED_KEY)));

export const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** `standalone` exists on iOS only, and is false in its browser. */
const isIosBrowser = () => 'standalone' in navigator && navigator.standalone === false;

export type InstallMethod = 'prompt' | 'ios-steps' | null;

/** How this device can install the app; null when it is installed, or cannot now. */
export const installMethodAtom = atom((get): InstallMethod => {
  if (isInstalled()) return null;
  if (get(promptAtom)) return 'prompt';
  return isIosBrowser() ? 'ios-steps' : null;
});

/** The same for the offer that comes by itself, until the person has said no. */
export const installOfferAtom = atom((get) => (get(dismissedAtom) ? null : get(installMethodAtom)));

/** Remembered on this device: the offer does not come back. */
export const dismissInstallAtom = atom(null, (_get, set) => {
  writeLocalStorage(DISMISSED_KEY, new Date().toISOString());
  set(dismissedAtom, true);
});

/** Shows the browser's own prompt. It can be shown once; saying no there counts as a no. */
export const installAtom = atom(null, async (get, set) => {
  const event = get(promptAtom);
  if (!event) return;
  set(promptAtom, null);
  const { outcome } = await event.prompt();
  if (outcome === 'dismissed') set(dismissInstallAtom);
});

/** Keeps the browser's prompt from showing itself, which could be over the camera. Called at start, for the event comes early. */
export function listenForInstallOffer(): void {
  const store = getDefaultStore();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set(promptAtom, event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => store.set(promptAtom, null));
}
