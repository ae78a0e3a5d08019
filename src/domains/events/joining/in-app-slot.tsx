import type { Event } from '#src/domains/events/event.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const InAppNote = lazyPart(() => import('./in-app-note.tsx'), { name: 'the note' });
/**
 * What names the app in whose built-in browser this page is; null in a browser of its own. Those lose storage and sign-in when the app closes,
 * and often have no camera.
 */
export const detectInAppBrowser = (userAgent: string): string | null =>
  /Instagram|FBA[NV]|FB_IAB|Snapchat|musical_ly|Bytedance|\bLine\/|MicroMessenger|LinkedInApp|Twitter|Pinterest\//.exec(userAgent)?.[0] ??
  null;

const app = detectInAppBrowser(navigator.userAgent);

/** The place of the note for browsers of other apps. @param event whose code opens it elsewhere; left out where this page does */
export const InAppSlot = ({ event }: { event?: Event }) => app !== null && <InAppNote app={app} event={event} />;
