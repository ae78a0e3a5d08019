import { useQuery } from '@tanstack/react-query';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { libraryMonthsQuery } from '#src/domains/generation/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { filterOf, type LibrarySearch } from './library-search.ts';
import { MonthRail, monthLabel } from './month-rail.tsx';

interface LibraryMonthsProps {
  owner: ImageOwner;
  search: LibrarySearch;
  /** When the first image that is in sight was taken or made. */
  seen: string | undefined;
  onSearch: (change: Partial<LibrarySearch>) => void;
}

/** The way through time beside the shelf, and the way back to the newest. Results of a search, and a stretch of time, are few enough without. */
export function LibraryMonths({ owner, search, seen, onSearch }: LibraryMonthsProps) {
  const { q, from, ...filter } = filterOf({ ...search, month: undefined });
  const { data: months = [] } = useQuery({ ...libraryMonthsQuery(owner, filter), enabled: q === undefined && from === undefined });
  const { month } = search;
  const jump = (chosen: string | undefined) => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    onSearch({ month: chosen });
  };
  const shown = seen?.slice(0, 7) ?? month ?? months[0];
  return (
    <>
      {month !== undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-ink-muted">From {monthLabel(month)} back.</p>
          <Button size="sm" onClick={() => jump(undefined)}>
            Back to the newest
          </Button>
        </div>
      )}
      {q === undefined && from === undefined && months.length > 1 && shown !== undefined && (
        <MonthRail months={months} shown={shown} onJump={(chosen) => jump(chosen === months[0] ? undefined : chosen)} />
      )}
    </>
  );
}
