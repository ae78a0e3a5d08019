import type { Event } from '#src/domains/events/event.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { InAppNoteProps } from './in-app-note.tsx';

// Its link needs a connection, so it is not in the precache. If it cannot be loaded, there is no note.
const InAppNote = lazyPart<InAppNoteProps>(() => import('./in-app-note.tsx').catch(() => ({ default: () => null })), { name: 'the note' });
/**
 * Returns the part of the user agent that names the app of an in-app browser, else null. In-app browsers lose storage and sign-in when the
 * app closes, and often have no camera.
 */
export const detectInAppBrowser = (userAgent: string): string | null =>
  /Instagram|FBA[NV]|FB_IAB|Snapchat|musical_ly|Bytedance|\bLine\/|MicroMessenger|LinkedInApp|Twitter|Pinterest\//.exec(userAgent)?.[0] ??
  null;

const app = detectInAppBrowser(navigator.userAgent);

/** Renders the note in in-app browsers. @param event if given, the copied link uses its join code */
export const InAppSlot = ({ event }: { event?: Event }) => app !== null && <InAppNote app={app} event={event} />;
