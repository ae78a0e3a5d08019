import type { ReactNode } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { ShareSelectionProps } from './links/share-selection.tsx';

const ShareSelection = lazyPart<ShareSelectionProps>(() => import('./links/share-selection.tsx'), {
  name: 'the form',
  close: ({ onClose }) => onClose(),
});

/** Renders the form of a gallery link to these photos, loaded on demand; null for people who can't create links of the event. */
export const sharePhotosOf = (event: ShareSelectionProps['event'] & { can: { manage: boolean } }) =>
  event.can.manage
    ? (photoIds: readonly string[], onClose: () => void): ReactNode => <ShareSelection {...{ event, photoIds, onClose }} />
    : null;
