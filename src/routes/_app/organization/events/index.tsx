import { createFileRoute } from '@tanstack/react-router';
import { EVENT_SEARCH, parseEventSearch, type EventSearch } from '#src/domains/events/manage/list/event-search.ts';
import { EventsList } from '#src/domains/events/manage/list/events-list.tsx';
import { NewEventButton } from '#src/domains/events/manage/list/new-event-button.tsx';
import { organizationEvents } from '#src/domains/events/manage/queries.ts';
import { OrganizationHeader, useCurrentOrganization } from '#src/domains/organizations/organization-header.tsx';
import { searchChange } from '#src/lib/list-query.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { guarded } from '#src/shell/guarded.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';

const NewEvent = lazyPart(() => import('#src/domains/events/manage/form/new-event.tsx'), {
  name: 'the new event',
  close: ({ onClose }) => onClose(),
});

export const Route = createFileRoute('/_app/organization/events/')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(EVENT_SEARCH, parseEventSearch),
  loaderDeps: ({ search: { new: _new, from: _from, ...shown } }) => shown,
  // Not awaited: the skeleton or the cached answer shows while it loads.
  loader: ({ context, deps }) => {
    const snapshot = context.session.read();
    const organization = snapshot && currentOrganization(snapshot);
    if (organization) void context.queryClient.prefetchQuery(organizationEvents.query(deps, organization.id));
  },
  component: EventsPage,
});

function EventsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { snapshot, organization, read: settings } = useCurrentOrganization();
  if (!snapshot) return null;

  const change = (next: Partial<EventSearch>) => void navigate(searchChange(next));
  const setForm = (open: true | undefined) =>
    void navigate({ search: (now) => ({ ...now, new: open, from: undefined }), replace: !open, resetScroll: false });
  return (
    <Page
      title="Event Management"
      actions={organization && <NewEventButton suspended={organization.status === 'suspended'} onPress={() => setForm(true)} />}
    >
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && <EventsList key={organization.id} organizationId={organization.id} search={search} onSearch={change} />}
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
