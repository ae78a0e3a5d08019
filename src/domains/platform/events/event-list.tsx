import { useState } from 'react';
import type { listPlatformEventsParameters } from '#openapi/lists.ts';
import { eventStatusLabels } from '#src/shell/event-badge.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { CalendarRange, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { ListFilter } from '#src/ui/list-filters.tsx';
import { platformEventColumns } from './event-columns.tsx';
import { PAUSE_DESCRIPTION, type PlatformEvent, platformEvents, type PlatformEventSearch, usePlatformEventActions } from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const ReasonForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).ReasonForm }), { name: 'the reason', close });
const DeleteForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).DeleteForm }), { name: 'the reason', close });
const RetentionForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).RetentionForm }), { name: 'the day', close });

interface EventListProps {
  search: PlatformEventSearch;
  onSearch: (change: Partial<PlatformEventSearch>) => void;
}

const filters: ListFilter<typeof listPlatformEventsParameters>[] = [
  { name: 'q', label: 'Search events', placeholder: 'Search event, place or organization' },
  { name: 'status', label: 'Status', unset: 'Any status', options: eventStatusLabels, flags: { deleted: 'Deleted' } },
  { name: 'time', label: 'Time', unset: 'Any time', options: { now: 'On now', upcoming: 'Upcoming', past: 'Past' } },
  {
    name: 'with',
    label: 'Needs review',
    unset: 'Any condition',
    options: { paused: 'Paused', pending: 'With pending photos', unreadable: 'With damaged photos' },
  },
];

export function PlatformEventList({ search, onSearch }: EventListProps) {
  const list = useResourceList(platformEvents, { search, onSearch });
  const actions = usePlatformEventActions();
  const [pausing, setPausing] = useState<PlatformEvent | null>(null);
  const [deleting, setDeleting] = useState<PlatformEvent | null>(null);
  const [retaining, setRetaining] = useState<PlatformEvent | null>(null);
  const organization = list.query.data?.items[0]?.organization.name;
  return (
    <>
      <ResourceList
        list={list}
        label="Events"
        nouns={['event', 'events']}
        failed="Couldn’t load the events"
        offline="You need a connection to manage events."
        columns={platformEventColumns({
          actions,
          disabledReason: list.disabledReason,
          onPause: setPausing,
          onDelete: setDeleting,
          onRetention: setRetaining,
          onOrganization: (id) => onSearch({ ...platformEvents.cleared, organization_id: id }),
        })}
        tableFrom="lg"
        filters={filters}
        empty={{
          icon: <CalendarRange />,
          title: 'No events yet',
          filtered: 'No matching events',
          actions: <Button onClick={() => onSearch({ deleted: true })}>Show deleted events</Button>,
          children: 'Events that organizations create are listed here.',
        }}
      >
        {search.organization_id && (
          <Button icon={<X aria-hidden className="size-4" />} onClick={() => onSearch({ organization_id: undefined })}>
            <span className="max-w-56 truncate">{organization ? `Only ${organization}` : 'Only one organization'}</span>
          </Button>
        )}
      </ResourceList>
      {pausing && (
        <ReasonForm
          title={`Pause ${pausing.name}`}
          description={PAUSE_DESCRIPTION}
          submitLabel="Pause"
          onSubmit={(reason) => actions.pause({ event: pausing, reason })}
          onClose={() => setPausing(null)}
        />
      )}
      {deleting && <DeleteForm event={deleting} actions={actions} onClose={() => setDeleting(null)} />}
      {retaining && <RetentionForm event={retaining} actions={actions} onClose={() => setRetaining(null)} />}
    </>
  );
}
