import { useQuery } from '@tanstack/react-query';
import { Link, createFileRoute } from '@tanstack/react-router';
import { EventsList, useHasNoEvents } from '#src/domains/events/manage/list/events-list.tsx';
import { LIST_SEARCH, parseListSearch, type ListSearch } from '#src/domains/events/manage/list/list-search.ts';
import { NewEventButton } from '#src/domains/events/manage/list/new-event-button.tsx';
import { organizationEventsQuery } from '#src/domains/events/manage/queries.ts';
import { OfficeNotes } from '#src/domains/organizations/office-notes.tsx';
import { organizationQuery } from '#src/domains/organizations/queries.ts';
import { searchOf } from '#src/lib/search-of.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { officeOrganization } from '#src/session/organization.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';

const NewEvent = lazyPart(() => import('#src/domains/events/manage/form/new-event.tsx'), {
  name: 'The new event',
  close: ({ onClose }) => onClose(),
});

export const Route = createFileRoute('/_app/organization/events/')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: searchOf(LIST_SEARCH, parseListSearch),
  loaderDeps: ({ search: { new: _new, from: _from, ...shown } }) => shown,
  // Begun, not awaited: the skeleton, or what was read before, stands meanwhile.
  loader: ({ context, deps }) => {
    const snapshot = context.session.read();
    const organization = snapshot && officeOrganization(snapshot);
    if (organization) void context.queryClient.prefetchQuery(organizationEventsQuery(organization.id, deps));
  },
  component: EventsPage,
});

function EventsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const office = snapshot && officeOrganization(snapshot);
  const settings = useQuery({ ...organizationQuery(office?.id ?? ''), enabled: office !== null });
  const organization = settings.data ?? office;
  const hasNone = useHasNoEvents(organization?.id, search);
  if (!snapshot) return null;

  // Another filter begins at its first page, and typing makes no history.
  const change = (next: Partial<ListSearch>) =>
    void navigate({ search: (now) => ({ ...now, cursor: undefined, ...next }), replace: 'q' in next, resetScroll: 'cursor' in next });
  const setForm = (open: true | undefined) =>
    void navigate({ search: (now) => ({ ...now, new: open, from: undefined }), replace: !open, resetScroll: false });
  const button = <NewEventButton suspended={organization?.status === 'suspended'} onPress={() => setForm(true)} />;
  return (
    <Page
      title="Event Management"
      lead={
        <>
          Plan events, run them, see what comes in. To take photos yourself, go to{' '}
          <Link to="/dashboard/events-overview" className="text-accent-text underline underline-offset-4">
            your own events
          </Link>
          .
        </>
      }
      actions={organization && !hasNone && button}
    >
      <OfficeNotes snapshot={snapshot} organization={organization} />
      {organization && (
        <EventsList key={organization.id} organizationId={organization.id} search={search} onSearch={change} newButton={button} />
      )}
      {search.new && organization && (
        <NewEvent
          organizationId={organization.id}
          settings={settings}
          from={search.from}
          onClose={() => setForm(undefined)}
          onCreated={({ id }) => void navigate({ to: '/organization/events/$id', params: { id }, replace: true })}
        />
      )}
    </Page>
  );
}
