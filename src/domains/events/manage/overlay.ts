import { useCallback } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { createOverlay } from '#src/shell/overlay.ts';

/** Changes of events whose answer is still to come, for lists and detail alike. By the event's id. */
export const eventOverlay = createOverlay<Event>();

/** Events as they will be. One that is being deleted stays, with its `deleted_at`. */
export function usePatchedEvents(): (event: Event) => Event {
  const asChanged = eventOverlay.usePatched();
  return useCallback((event: Event) => asChanged(event.id, event) ?? event, [asChanged]);
}
