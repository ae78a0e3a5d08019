import type { components } from '#openapi/api.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { EventWallProps } from './wall/event-wall.tsx';

/** The wall of an event, loaded on demand. */
export const LazyEventWall = lazyPart<EventWallProps>(() => import('./wall/event-wall.tsx'), {
  name: 'the wall',
  close: ({ onLeave }) => onLeave(),
});

type EventFacts = Pick<components['schemas']['Event'], 'relation' | 'auto_gallery' | 'published_at' | 'reveals_at'> & {
  can: { view_others: boolean };
};

/** Whether this person sees photos of others, as the wall shows them. Outside of the organization, `reveals_at` is null once the gallery is open. */
export const showsGallery = ({ relation, auto_gallery: auto, published_at: published, reveals_at: reveal, can }: EventFacts): boolean =>
  relation === 'organization' || (can.view_others && (auto || published !== null) && reveal === null);
