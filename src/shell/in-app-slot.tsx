import { inAppBrowser } from '#src/lib/platform.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const InAppNote = lazyPart(() => import('./in-app-note.tsx'), { name: 'The note' });
const isInApp = inAppBrowser(navigator.userAgent) !== null;

/** The place of the note for browsers of other apps. Renders null in any other. @param link what is to be opened elsewhere */
export const InAppSlot = ({ link }: { link: string }) => isInApp && <InAppNote link={link} />;
