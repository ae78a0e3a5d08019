import { createFileRoute, redirect } from '@tanstack/react-router';
import { searchOf } from '#src/lib/search-of.ts';
import { readLastEvent } from '#src/shell/last-event.ts';

/** The way in: to the events, or from the home screen's shortcut straight to the camera of the last one. */
export const Route = createFileRoute('/_app/dashboard/')({
  validateSearch: searchOf(['open'], ({ open }: Record<string, unknown>): { open?: 'camera' } => (open === 'camera' ? { open } : {})),
  beforeLoad: ({ search }) => {
    const id = search.open === 'camera' ? readLastEvent() : null;
    if (id) throw redirect({ to: '/event/$id', params: { id }, replace: true });
    throw redirect({ to: '/dashboard/events-overview', replace: true });
  },
});
