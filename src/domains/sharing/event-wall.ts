import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { EventWallProps } from './wall/event-wall.tsx';

/** The wall of an event, loaded on demand. */
export const LazyEventWall = lazyPart<EventWallProps>(() => import('./wall/event-wall.tsx'), {
  name: 'the wall',
  close: ({ onLeave }) => onLeave(),
});
