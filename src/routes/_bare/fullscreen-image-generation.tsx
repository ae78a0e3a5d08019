import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { shareableCode } from '#src/domains/events/share-link.ts';
import { BoothSetup } from '#src/domains/generation/booth/booth-setup.tsx';
import { Booth } from '#src/domains/generation/booth/booth.tsx';
import { ChooseAnotherEvent, type StaffDialogOptions } from '#src/domains/generation/booth/staff-dialog.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { accountLabel } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';
import { boothLockOf } from '#src/shell/booth-lock.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useEventTheme } from '#src/shell/use-event-theme.ts';
import { CalendarX2 } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

/** The photo booth of the event in the address. */
export const Route = createFileRoute('/_bare/fullscreen-image-generation')({
  validateSearch: validateSearch(['event'], ({ event }: Record<string, unknown>): { event?: string } =>
    typeof event === 'string' ? { event } : {},
  ),
  component: BoothPage,
});

function BoothPage() {
  const { event } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  useDocumentTitle('Photo booth');
  if (!user) return null;
  const choose = (next?: string) => void navigate({ search: { event: next }, replace: true });
  const lock = boothLockOf(user.id);
  if (lock && lock.event !== event) return <Navigate from={Route.fullPath} search={{ event: lock.event }} replace />;
  if (event === undefined) return <BoothSetup account={user.id} onChoose={choose} />;
  return <BoothAt key={event} user={user} door={{ account: user.id, eventId: event, onChooseEvent: () => choose() }} />;
}

interface BoothAtProps {
  user: Snapshot['user'];
  door: StaffDialogOptions;
}

function BoothAt({ user, door }: BoothAtProps) {
  const query = useQuery(eventQuery(door.eventId));
  if (query.data) return <OpenBooth event={query.data} user={user} door={door} />;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh content-center justify-items-center gap-4">
      <QueryState query={query} skeleton={<PendingScreen />} failed="Couldn’t open the event" as="page">
        {() => null}
      </QueryState>
      {query.isError && <ChooseAnotherEvent {...door} />}
    </main>
  );
}

function OpenBooth({ event, user, door }: BoothAtProps & { event: Event }) {
  useEventTheme(event);
  // Images made for an organization's event belong to the organization and count toward its usage.
  const owner = event.relation === 'organization' ? event.organization_id : null;
  const sender = { account: user.id, accountEmail: accountLabel(user) };
  const client = useQueryClient();
  // Visitors of the booth are at the event, so it may show the code, even of a private event.
  const joinCode = (event.join_policy === 'code' ? event.join_code : null) ?? shareableCode(client, event);
  if (event.can.capture) return <Booth {...{ event, sender, owner, joinCode }} onChooseEvent={door.onChooseEvent} />;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      <ScreenState
        as="page"
        icon={<CalendarX2 />}
        title="You can’t take photos at this event right now"
        actions={<ChooseAnotherEvent {...door} />}
      >
        A photo booth needs an event that’s open or live, and permission to take photos.
      </ScreenState>
    </main>
  );
}
