// A server-paged list in all its states: loading, failed, offline with its age, empty, a page of rows with paging.
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { DataTable, type DataTableProps } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ChevronLeft, ChevronRight, Undo2 } from '#src/ui/icons.ts';
import { DataAge } from './data-age.tsx';
import { QueryFailure, type QueryStateMessages } from './query-state.tsx';
import { useRefetchOnReconnect } from './use-refetch-on-reconnect.ts';

export interface ListPage<Item> {
  items: readonly Item[];
  next_cursor: string | null;
  previous_cursor: string | null;
  /** The number of filtered items, if the server counts them. */
  total?: number;
}

export interface PagedListProps<Item, Page extends ListPage<Item>, Sort extends string>
  extends Omit<DataTableProps<Item, Sort>, 'items' | 'busy'>, QueryStateMessages {
  query: Pick<UseQueryResult<Page>, 'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch'>;
  /** Patches the page's items. Default: as they were read. */
  itemsOf?: (page: Page) => readonly Item[];
  /** "event", "events". */
  nouns: readonly [one: string, many: string];
  /** The cursor of the current page; undefined for the first. */
  cursor: string | undefined;
  onPage: (cursor: string | undefined) => void;
  /** Search and filters. They stay mounted while data loads, so that typing and pressing are not interrupted, unless there is nothing at all. */
  filters?: ReactNode;
  /** No search or filter is active, and no other list has items: if it is empty, only the empty state is shown. */
  showsAll?: boolean;
  empty: ReactNode;
}

export function PagedList<Item, Page extends ListPage<Item>, Sort extends string = never>({
  query,
  itemsOf = ({ items }) => items,
  nouns: [one, many],
  cursor,
  onPage,
  filters,
  showsAll = false,
  empty,
  failed,
  offline,
  offlineTitle,
  as,
  ...table
}: PagedListProps<Item, Page, Sort>) {
  useRefetchOnReconnect(query);
  const isCursorRefused = cursor !== undefined && query.error instanceof ApiError && query.error.status === 422;
  const toFirstPage = useEffectEvent(() => onPage(undefined));
  useEffect(() => {
    // From a truncated address, or of another order.
    if (isCursorRefused) toFirstPage();
  }, [isCursorRefused]);

  const { data: page, isPlaceholderData: busy } = query;
  if (!page && query.error && !isCursorRefused) {
    const words = { failed, offline, offlineTitle, as };
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {filters}
        <QueryFailure error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} {...words} />
      </div>
    );
  }
  const items = page && itemsOf(page);
  const isEmpty = items?.length === 0;
  const nothing = cursor === undefined ? empty : <EmptyPage many={many} onFirst={() => onPage(undefined)} />;
  const isOneOfMany = page && (page.next_cursor !== null || page.previous_cursor !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {filters && !(showsAll && isEmpty && !busy && cursor === undefined) && (
        <div data-filters className="grid grid-cols-[minmax(0,1fr)]">
          {filters}
        </div>
      )}
      {!table.bare && <DataAge at={query.dataUpdatedAt} />}
      {!isEmpty || busy ? <DataTable {...table} items={isEmpty ? undefined : items} busy={busy} /> : nothing}
      {page && items && (isOneOfMany || (!isEmpty && page.total !== undefined)) && (
        <Pagination
          label={`Pages of ${many}`}
          summary={summaryOf(items.length, page.total, one, many)}
          onPrevious={page.previous_cursor === null ? null : () => onPage(page.previous_cursor ?? undefined)}
          onNext={page.next_cursor === null ? null : () => onPage(page.next_cursor ?? undefined)}
          loading={busy}
        />
      )}
    </div>
  );
}

/** All items of this page were deleted or changed; other pages may have some. */
function EmptyPage({ many, onFirst }: { many: string; onFirst: () => void }) {
  return (
    <EmptyState
      icon={<Undo2 />}
      title={`No ${many} on this page anymore`}
      actions={<Button onClick={onFirst}>Go to the first page</Button>}
    >
      They’ve been changed or deleted.
    </EmptyState>
  );
}

function summaryOf(shown: number, total: number | undefined, one: string, many: string): string {
  if (total === undefined) return `${pluralize(shown, one, many)} on this page`;
  return shown === total ? pluralize(total, one, many) : `${formatCount(shown)} of ${pluralize(total, one, many)}`;
}

interface PaginationProps {
  /** The name of the list, for screen readers. */
  label: string;
  /** "25 of 203 events". Read out when it changes. */
  summary: string;
  /** Null on the first page. */
  onPrevious: (() => void) | null;
  /** Null on the last page. */
  onNext: (() => void) | null;
  loading?: boolean;
}

/** Paging without page numbers. No buttons if one page is enough. */
export function Pagination({ label, summary, onPrevious, onNext, loading }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex min-h-10 flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
        {summary}
      </p>
      {(onPrevious || onNext) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            icon={<ChevronLeft aria-hidden className="size-4" />}
            disabledReason={!onPrevious && 'This is the first page'}
            onClick={() => onPrevious?.()}
          >
            Previous
          </Button>
          <Button size="sm" loading={loading} disabledReason={!onNext && 'This is the last page'} onClick={() => onNext?.()}>
            Next
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
