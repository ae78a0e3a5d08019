import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { ImageViewerProps } from './library-viewer.tsx';

/** Loads when the first image is opened. */
export const ImageViewer = lazyPart<ImageViewerProps>(() => import('./library-viewer.tsx'), {
  name: 'the viewer',
  close: ({ onClose }) => onClose(),
});
