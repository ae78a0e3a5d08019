import { Link } from '@tanstack/react-router';
import type { Scope } from '#src/domains/events/event-lists.ts';
import type { Event } from '#src/domains/events/event.ts';
import { ContinueToEvent } from '#src/shell/continue-to-event.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Page } from '#src/ui/page.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Tabs, type Tab } from '#src/ui/tabs.tsx';
import { EventList, NoEvents } from './event-list.tsx';
import { JoinWithCode } from './join-with-code.tsx';
import { useEvents } from './use-events.ts';

interface EventsOverviewProps {
  scope: Scope;
  q: string;
  /** Whether the person sees public events of other organizations (`view_events`). */
  discovers: boolean;
  /** The number of waiting photos of this account by event. */
  waiting: ReadonlyMap<string, number>;
  onScope: (scope: Scope) => void;
  onSearch: (q: string) => void;
  onJoined: (event: Event) => void;
}

/** The accessible events in sections, and joining another one by code. */
export function EventsOverview({ scope, q, discovers, waiting, onScope, onSearch, onJoined }: EventsOverviewProps) {
  const events = useEvents(scope, q);
  const toMine = (
    <Link to="/dashboard/events-overview" className={buttonClass()}>
      See your events
    </Link>
  );
  const tabs: Tab<Scope>[] = [{ value: 'mine', label: 'Mine' }];
  if (discovers) tabs.push({ value: 'discover', label: 'Discover' });
  tabs.push({ value: 'past', label: 'Past' });
  return (
    <Page
      title="Events"
      actions={
        <>
          <ContinueToEvent />
          <JoinWithCode onJoined={onJoined} />
        </>
      }
    >
      <Tabs label="Events" value={scope} onChange={onScope} tabs={tabs}>
        <div className="grid gap-6">
          <SearchInput
            label="Search events"
            placeholder="Name, place or organization"
            value={q}
            onSearch={onSearch}
            className="sm:max-w-sm"
          />
          <EventList
            events={events}
            scope={scope}
            q={q}
            waiting={waiting}
            empty={<NoEvents scope={scope} action={scope === 'past' && toMine} />}
            onClearSearch={() => onSearch('')}
          />
        </div>
      </Tabs>
    </Page>
  );
}
