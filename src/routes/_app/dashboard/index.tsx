import { createFileRoute, redirect } from '@tanstack/react-router';
import { searchOf } from '#src/lib/search-of.ts';
import { readLastEvent } from '#src/shell/last-event.ts';

/** The way in: to the events, or from the home screen's shortcut straight to the camera of the last one. */
export const Route = createFileRoute('/_app/dashboard/')({
  validateSearch: searchOf(['open'], ({ open }: Record<string, unknown>): { open?: 'camera' } => (open === 'camera' ? { open } : {})),
  beforeLoad: ({ search, context }) => {
    const last = search.open === 'camera' ? readLastEvent(context.session.read()?.user.id) : null;
    if (last) throw redirect({ to: '/event/$id', params: { id: last.id }, replace: true });
    throw redirect({ to: '/dashboard/events-overview', replace: true });
  },
});
