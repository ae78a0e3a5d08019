import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { useEventTheme } from '#src/domains/events/use-event-theme.ts';
import { BoothSetup } from '#src/domains/generation/booth/booth-setup.tsx';
import { Booth } from '#src/domains/generation/booth/booth.tsx';
import { searchOf } from '#src/lib/search-of.ts';
import { labelOf } from '#src/session/person-words.ts';
import { useSession } from '#src/session/use-session.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

/** The photo booth, at the event that the address names. */
export const Route = createFileRoute('/_bare/fullscreen-image-generation')({
  validateSearch: searchOf(['event'], ({ event }: Record<string, unknown>): { event?: string } =>
    typeof event === 'string' ? { event } : {},
  ),
  component: BoothPage,
});

function BoothPage() {
  const { event } = Route.useSearch();
  const navigate = Route.useNavigate();
  useDocumentTitle('Photo booth');
  const choose = (next?: string) => void navigate({ search: { event: next }, replace: true });
  return event === undefined ? <BoothSetup onChoose={choose} /> : <BoothAt key={event} id={event} onChooseEvent={() => choose()} />;
}

interface BoothAtProps {
  id: string;
  onChooseEvent: () => void;
}

function BoothAt({ id, onChooseEvent }: BoothAtProps) {
  const query = useQuery(eventQuery(id));
  if (query.data) return <OpenBooth event={query.data} onChooseEvent={onChooseEvent} />;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh content-center justify-items-center gap-4">
      <QueryState query={query} skeleton={<PendingScreen />} failed="The event could not be opened" as="page">
        {() => null}
      </QueryState>
      {query.isError && <Button onClick={onChooseEvent}>Choose another event</Button>}
    </main>
  );
}

function OpenBooth({ event, onChooseEvent }: { event: Event; onChooseEvent: () => void }) {
  const user = useSession()?.user;
  useEventTheme(event);
  if (!user) return null;
  // What is made for an organization's own event is the organization's, and counted to it.
  const owner = event.relation === 'organization' ? event.organization_id : null;
  const sender = { account: user.id, accountEmail: labelOf(user) };
  if (event.can.capture) return <Booth event={event} sender={sender} owner={owner} onChooseEvent={onChooseEvent} />;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      <ScreenState
        as="page"
        icon={<CalendarX2 />}
        title="This event takes no photos from you now"
        actions={
          <Button variant="primary" onClick={onChooseEvent}>
            Choose another event
          </Button>
        }
      >
        A photo booth needs an event that is on, and someone who may take photos there.
      </ScreenState>
    </main>
  );
}
