import { useQuery } from '@tanstack/react-query';
import { createFileRoute, type ErrorComponentProps, Link, Outlet, useLocation, useMatchRoute } from '@tanstack/react-router';
import { loadEventOrRedirect, useEventAccessError } from '#src/domains/events/event-access.ts';
import { EventFailure } from '#src/domains/events/event-failure.tsx';
import { EventFrame } from '#src/domains/events/event-frame.tsx';
import { EventNotFound } from '#src/domains/events/event-not-found.tsx';
import { eventQuery } from '#src/domains/events/queries.ts';
import { QueueOfMissingEvent } from '#src/domains/photos/queue/queue-of-missing-event.tsx';
import { useCounts } from '#src/domains/photos/queue/use-outbox-read.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';
import { NotFound } from '#src/shell/not-found.tsx';
import { useEventTheme } from '#src/shell/use-event-theme.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const QueueSheet = lazyPart(() => import('#src/domains/photos/queue/queue-sheet.tsx'), {
  name: 'the queue',
  close: ({ onOpenChange }) => onOpenChange(false),
});

const UnstoredEvent = lazyPart(() => import('./-unstored-event.tsx'), { name: 'the camera' });

const Failed = (failure: ErrorComponentProps) => <EventFailure {...failure} id={Route.useParams().id} Known={UnstoredEvent} />;

/** The screens of one event. The venue has the guard. */
export const Route = createFileRoute('/_venue/event/$id')({
  // Its loader is part of the first load: it requests the event while the camera's code is loading.
  codeSplitGroupings: [['component'], ['errorComponent'], ['notFoundComponent']],
  validateSearch: validateSearch(['queue'], ({ queue }: Record<string, unknown>): { queue?: 'open' } =>
    queue === 'open' ? { queue } : {},
  ),
  loader: async ({ context, params, cause }) => {
    const event = await loadEventOrRedirect(context.queryClient, params.id);
    // A preload, for example of a hovered link, does not enter the event.
    if (cause !== 'preload') await context.session.selectEvent(event);
    return event;
  },
  errorComponent: Failed,
  notFoundComponent: Missing,
  component: EventLayout,
});

/** Whether this is the event itself or one of its pages. */
function Missing({ data }: { data?: unknown }) {
  const { status, params } = Route.useMatch();
  if (status === 'success' && data !== 'gone') return <NotFound />;
  return (
    <>
      <EventNotFound id={params.id} gone={data === 'gone'} />
      <QueueOfMissingEvent id={params.id} />
    </>
  );
}

function EventLayout() {
  const loaded = Route.useLoaderData();
  const { id } = Route.useParams();
  const { queue } = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useSession();
  const { href } = useLocation();
  const { data: event = loaded, error } = useQuery(eventQuery(id));
  const camera = useMatchRoute()({ to: '/event/$id' }) !== false;
  const account = session?.user.id ?? null;
  const counts = useCounts(account, id);
  useEventAccessError(error);
  useEventTheme(event);

  const closeQueue = () => void navigate({ to: '.', search: (now) => ({ ...now, queue: undefined }), replace: true, resetScroll: false });
  const signIn = session?.expired && (
    <Link to="/login" search={{ redirect: href }} className={buttonClass({ variant: 'primary', size: 'sm' })}>
      Log in
    </Link>
  );
  return (
    <EventFrame event={event} camera={camera} waiting={counts?.waiting ?? 0} queueOpen={queue === 'open'}>
      <Outlet />
      {queue === 'open' && account !== null && (
        <QueueSheet open onOpenChange={(open) => open || closeQueue()} account={account} eventId={id} signIn={signIn} venue={camera} />
      )}
    </EventFrame>
  );
}
