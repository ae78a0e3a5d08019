// Where a visitor who followed a link to an event, or to a photo, learns what it is and how to get in.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { CodeForm } from './code-form.tsx';
import { EventSummaryStrip } from './event-summary.tsx';
import { EventStripSkeleton } from './skeletons.tsx';

interface EventLink {
  id: string;
  /** The photo that the link opens. */
  photo?: string;
}

/** Parses the path of an event. */
export function parseEventLink(path: string | null): EventLink | null {
  const id = /^\/event\/([^/?#]+)/.exec(path ?? '')?.[1];
  if (path === null || id === undefined) return null;
  const photo = new URL(path, 'https://self.invalid').searchParams.get('photo');
  return photo === null ? { id } : { id, photo };
}

/** What anyone may know who has the event's address. */
const eventPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'preview', id] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/event/{id}/preview', { params: { path: { id } }, signal })),
  });

/** Shown above the login form. If the event can't be loaded, the visitor can still enter its code. */
export function EventLinkEntry({ link: { id, photo }, onCode }: { link: EventLink; onCode: (code: string) => void }) {
  const { data, isPending, dataUpdatedAt } = useQuery(eventPreviewQuery(id));
  return (
    <>
      {isPending && <EventStripSkeleton />}
      {data && <EventSummaryStrip event={data} cover={data.has_cover ? apiUrl(`/api/v1/event/${id}/cover`) : null} now={dataUpdatedAt} />}
      <section aria-labelledby="event-link" className="grid gap-4 sm:rounded-xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-2">
        <header className="grid gap-1">
          <h2 id="event-link" className="text-lg font-semibold">
            {photo === undefined ? 'This link opens an event' : 'Someone shared an event photo with you'}
          </h2>
          <p className="text-pretty text-ink-muted">Enter the event’s code to continue. You don’t need an account.</p>
        </header>
        <CodeForm variant="primary" onCode={onCode} />
      </section>
    </>
  );
}
