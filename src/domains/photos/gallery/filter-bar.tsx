// The gallery's filters: above the bottom bar on a phone, below the header on a desktop.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GalleryFilter, Show } from '#src/domains/photos/filter-search.ts';
import { useEventZone } from '#src/domains/photos/labels.ts';
import { photographersQuery, shapeQuery, type GalleryKey } from '#src/domains/photos/queries.ts';
import { sectionsQuery } from '#src/domains/photos/sections/sections-query.ts';
import { useDeletions } from '#src/domains/photos/use-deletion.ts';
import { useConnection } from '#src/shell/connection.ts';
import { FilterChoice, FilterMenu, SectionFilter } from '#src/shell/filter-menu.tsx';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { CircleCheck } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { groupRuns, momentLabel } from './time-groups.ts';

const DeletedMenu = lazyPart(() => import('./deleted-menu.tsx'), { name: 'the deleted photos' });

const SHOWN: { value: Show; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'liked', label: 'Liked' },
  { value: 'waiting', label: 'Waiting' },
];

interface FilterBarProps {
  of: GalleryKey;
  /** Nothing to filter or select; deleted photos can still be restored. */
  isEmpty: boolean;
  onFilter: (filter: GalleryFilter) => void;
  onSelect: () => void;
  onRestore: (ids: readonly string[]) => void;
  menuSide: 'top' | 'bottom';
  /** The event's menu, rendered last. */
  menu: ReactNode;
}

export function FilterBar({ of, isEmpty, onFilter, onSelect, onRestore, menuSide, menu }: FilterBarProps) {
  const { filter } = of;
  const deletions = useDeletions(of.account, of.eventId);
  const online = useConnection() === 'online';
  const deleted = online && deletions.length > 0 && <DeletedMenu {...{ deletions, onRestore }} side={menuSide} />;
  if (isEmpty)
    return (
      <div className="ml-auto flex">
        {deleted}
        {menu}
      </div>
    );
  return (
    <>
      {/* On a phone the menus scroll behind the chips and fade out at the end. */}
      <div className="flex min-w-0 flex-1 items-center gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none] max-sm:pr-4 fade-edge">
        <div className="shrink-0 sm:mr-3">
          <ChoiceChips
            legend="Show photos"
            options={SHOWN}
            value={filter.show}
            // `mine` implies the photographer.
            onChange={(show) => onFilter({ ...filter, show, by: show === 'mine' ? null : filter.by })}
          />
        </div>
        <Sections of={of} onFilter={onFilter} side={menuSide} />
        <Photographers of={of} onFilter={onFilter} side={menuSide} />
        <Hours of={of} onFilter={onFilter} side={menuSide} />
      </div>
      {deleted}
      <Button variant="quiet" aria-label="Select" className="!px-2" onClick={onSelect}>
        {menuSide === 'top' ? <CircleCheck aria-hidden className="size-5" /> : 'Select'}
      </Button>
      {menu}
    </>
  );
}

interface MenuProps extends Pick<FilterBarProps, 'of' | 'onFilter'> {
  side: 'top' | 'bottom';
}

function Sections({ of, onFilter, side }: MenuProps) {
  const { filter } = of;
  const { data = [] } = useQuery(sectionsQuery(of.eventId));
  return <SectionFilter sections={data} value={filter.section} onChange={(section) => onFilter({ ...filter, section })} side={side} />;
}

function Photographers({ of, onFilter, side }: MenuProps) {
  const { filter } = of;
  const { data = [] } = useQuery(photographersQuery(of.eventId));
  const chosen = data.find(({ id }) => id === filter.by);
  const choose = (by: string | null) => onFilter({ ...filter, by, show: filter.show === 'mine' && by !== null ? 'all' : filter.show });
  return (
    <FilterMenu side={side} label="Photographer" value={filter.by && (chosen?.name ?? 'Selected person')}>
      <FilterChoice chosen={filter.by === null} onSelect={() => choose(null)}>
        Everyone
      </FilterChoice>
      {data.length > 0 && <MenuSeparator />}
      {data.map(({ id, name, photos_count: count }) => (
        <FilterChoice key={id} chosen={id === filter.by} count={count} onSelect={() => choose(id)}>
          {name}
        </FilterChoice>
      ))}
    </FilterMenu>
  );
}

function Hours({ of, onFilter, side }: MenuProps) {
  const { filter } = of;
  const zone = useEventZone();
  // The hours of the other filters' photos.
  const { data } = useQuery(shapeQuery({ ...of, filter: { ...filter, hour: null } }));
  const hasHours = data && (data.resolution === 'minute' || data.resolution === 'hour');
  const hours = hasHours
    ? groupRuns(
        data.stretches.filter(({ count }) => count > 0),
        'hour',
        zone,
      )
    : [];
  const choose = (hour: number | null) => onFilter({ ...filter, hour });
  return (
    <FilterMenu side={side} label="Hour" value={filter.hour === null ? null : momentLabel('hour', filter.hour, zone)}>
      <FilterChoice chosen={filter.hour === null} onSelect={() => choose(null)}>
        Any time
      </FilterChoice>
      {hours.length > 0 && <MenuSeparator />}
      {hours.map(({ start, count }) => (
        <FilterChoice key={start} chosen={start === filter.hour} count={count} onSelect={() => choose(start)}>
          {momentLabel('hour', start, zone)}
        </FilterChoice>
      ))}
    </FilterMenu>
  );
}
