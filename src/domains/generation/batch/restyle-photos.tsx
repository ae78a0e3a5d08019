import type { ReactNode } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { RestyleEventPhotosProps } from './restyle-event-photos.tsx';

const RestyleEventPhotos = lazyPart<RestyleEventPhotosProps>(() => import('./restyle-event-photos.tsx'), {
  name: 'the styles',
  close: ({ onClose }) => onClose(),
});

/** Renders restyling of selected photos of an event, or of its gallery (null) or a section, loaded on demand. */
export const restylePhotosOf =
  (event: RestyleEventPhotosProps['event'], account: string) =>
  (photoIds: readonly string[] | null, sectionId: string | null, onClose: () => void): ReactNode => (
    <RestyleEventPhotos {...{ event, account, photoIds, sectionId, onClose }} />
  );
