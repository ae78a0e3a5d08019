import type { Event } from '#src/domains/events/event.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const InAppNote = lazyPart(() => import('./in-app-note.tsx'), { name: 'The note' });
/** Whether the built-in browser of another app shows this page. Those lose storage and sign-in when the app closes, and often have no camera. */
export const isInApp = (userAgent: string): boolean =>
  /Instagram|FBA[NV]|FB_IAB|Snapchat|musical_ly|Bytedance|\bLine\/|MicroMessenger|LinkedInApp|Twitter|Pinterest\//.test(userAgent);

const isHere = isInApp(navigator.userAgent);

/** The place of the note for browsers of other apps. @param event whose code opens it elsewhere; left out where this page does */
export const InAppSlot = ({ event }: { event?: Event }) => isHere && <InAppNote event={event} />;
