import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import type { ConfirmEmailNoteProps } from '#src/domains/accounts/settings/confirm-email-note.tsx';
import { EVENT_LISTS_KEY } from '#src/domains/events/event-lists.ts';
import { eventEntryRoute } from '#src/domains/events/event.ts';
import { OwnNextEvents, OwnPastEvents } from '#src/domains/events/overview/own-next-events.tsx';
import type { OwnInvitationsProps } from '#src/domains/organizations/own/own-invitations.tsx';
import { OwnSuspensions } from '#src/domains/organizations/own/own-suspensions.tsx';
import type { OwnLatestPhotosProps } from '#src/domains/photos/latest-photos.tsx';
import { useWaitingByEvent, WaitingCard } from '#src/domains/photos/queue/waiting-card.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';
import { ContinueToEvent, useLastEvent } from '#src/shell/continue-to-event.tsx';
import { readLastEvent } from '#src/shell/last-event.ts';
import { Page } from '#src/ui/page.tsx';

/** Not in the precache, as the gallery shows the same photos. If it cannot be loaded, the gallery is one press away. */
const OwnLatestPhotos = lazy<ComponentType<OwnLatestPhotosProps>>(() =>
  import('#src/domains/photos/latest-photos.tsx').then(
    (late) => ({ default: late.OwnLatestPhotos }),
    () => ({ default: () => null }),
  ),
);

/** Can't be answered without a connection. */
const OwnInvitations = lazy<ComponentType<OwnInvitationsProps>>(() =>
  import('#src/domains/organizations/own/own-invitations.tsx').then(
    (late) => ({ default: late.OwnInvitations }),
    () => ({ default: () => null }),
  ),
);

/** Needs a connection, so it is not in the precache. If it cannot be loaded, nobody is asked. */
const ConfirmEmailNote = lazy<ComponentType<ConfirmEmailNoteProps>>(() =>
  import('#src/domains/accounts/settings/confirm-email-note.tsx').then(
    (late) => ({ default: late.ConfirmEmailNote }),
    () => ({ default: () => null }),
  ),
);

/** The start page. Opening the installed app during an event leads to its camera; the app's shortcut leads to the last event's camera. */
export const Route = createFileRoute('/_app/dashboard/')({
  validateSearch: validateSearch(
    ['open'],
    // `now`: the installed app was opened; `camera`: its shortcut was used.
    ({ open }: Record<string, unknown>): { open?: 'now' | 'camera' } => (open === 'camera' || open === 'now' ? { open } : {}),
  ),
  beforeLoad: async ({ search, context }) => {
    if (search.open === undefined) return;
    const last = readLastEvent(context.session.read()?.user.id)?.id ?? null;
    // Only used here, so it is not on the way to the shutter.
    const onNow = async () => (await import('#src/domains/events/phases.ts')).findCurrentEventId(context.queryClient, last);
    const id = search.open === 'camera' ? last : await onNow();
    if (id !== null) throw redirect({ to: '/event/$id', params: { id }, replace: true });
  },
  component: DashboardPage,
});

function DashboardPage() {
  const navigate = Route.useNavigate();
  const client = useQueryClient();
  const user = useSession()?.user;
  const waiting = useWaitingByEvent(user?.id ?? null);
  const last = useLastEvent();
  if (!user) return null;
  return (
    <Page title="Dashboard" actions={<ContinueToEvent />}>
      <OwnSuspensions memberships={user.memberships} />
      {user.memberships.some(({ status }) => status === 'invited') && (
        <Suspense>
          <OwnInvitations memberships={user.memberships} />
        </Suspense>
      )}
      <WaitingCard account={user.id} onDelivered={() => void client.invalidateQueries({ queryKey: EVENT_LISTS_KEY })} />
      <OwnNextEvents waiting={waiting} onJoined={(event) => void navigate({ to: eventEntryRoute(event), params: { id: event.id } })} />
      <Suspense>
        <ConfirmEmailNote user={user} canDismiss />
        {last && <OwnLatestPhotos event={last} account={user.id} />}
      </Suspense>
      <OwnPastEvents waiting={waiting} />
    </Page>
  );
}
