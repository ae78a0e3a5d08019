// The offer to install. Android and desktop Chromium provide a prompt to show at the right moment; iOS only has manual steps.
import { atom } from 'jotai';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { promptAtom } from './install-prompt.ts';

const DISMISSED_KEY = 'install-offer-dismissed';

const dismissedAtom = atom(Boolean(safeLocalStorage()?.getItem(DISMISSED_KEY)));

export const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** `standalone` exists only on iOS, and is false in the browser. */
const isIosBrowser = () => 'standalone' in navigator && navigator.standalone === false;

export type InstallMethod = 'prompt' | 'ios-steps' | null;

/** How this device can install the app; null if it is installed or cannot install it. */
export const installMethodAtom = atom((get): InstallMethod => {
  if (isInstalled()) return null;
  if (get(promptAtom)) return 'prompt';
  return isIosBrowser() ? 'ios-steps' : null;
});

/** The same for the automatic offer, until the person dismisses it. */
export const installOfferAtom = atom((get) => (get(dismissedAtom) ? null : get(installMethodAtom)));

/** Stored on this device: the offer does not return. */
export const dismissInstallAtom = atom(null, (_get, set) => {
  writeLocalStorage(DISMISSED_KEY, new Date().toISOString());
  set(dismissedAtom, true);
});

/** Shows the browser's prompt. It can be shown once; a dismissal there counts. */
export const installAtom = atom(null, async (get, set) => {
  const event = get(promptAtom);
  if (!event) return;
  set(promptAtom, null);
  const { outcome } = await event.prompt();
  if (outcome === 'dismissed') set(dismissInstallAtom);
});
