// What people ask the platform to do with their data: what is due first stands first.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { dataRequestKindLabels, dataRequestStatusLabels } from '#src/shell/data-request-labels.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ShieldCheck, Plus, SearchX } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { dataRequestColumns, type DataRequestAction } from './data-request-columns.tsx';
import { dataRequestParameters, dataRequestsQuery, type DataRequest, type DataRequestSearch } from './queries.ts';

interface PartProps {
  request: DataRequest;
  onClose: () => void;
}
const close = ({ onClose }: { onClose: () => void }) => onClose();
const parts = {
  send: lazyPart<PartProps>(() => import('./send-export.tsx'), { name: 'the form', close }),
  delete: lazyPart<PartProps>(() => import('./delete-account-form.tsx'), { name: 'the form', close }),
  decline: lazyPart<PartProps>(() => import('./decline-form.tsx'), { name: 'the form', close }),
};
const RecordForm = lazyPart(() => import('./record-form.tsx'), { name: 'the form', close });

interface DataRequestListProps {
  search: DataRequestSearch;
  onSearch: (change: Partial<DataRequestSearch>) => void;
}

export function DataRequestList({ search, onSearch }: DataRequestListProps) {
  const query = useQuery(dataRequestsQuery(search));
  const disabledReason = useConnection() === 'online' ? null : NEEDS_CONNECTION;
  const [open, setOpen] = useState<{ action: DataRequestAction; request: DataRequest } | null>(null);
  const [isRecording, setRecording] = useState(false);
  const filtered = isFiltered(dataRequestParameters, search);
  const Part = open && parts[open.action];
  const record = (
    <Button icon={<Plus aria-hidden className="size-4" />} disabledReason={disabledReason} onClick={() => setRecording(true)}>
      Record request
    </Button>
  );
  return (
    <>
      <PagedList
        label="Data requests"
        nouns={['request', 'requests']}
        failed="Couldn’t load the requests"
        offline="You need a connection to answer requests."
        query={query}
        columns={dataRequestColumns({ disabledReason, onAct: (action, request) => setOpen({ action, request }) })}
        keyOf={({ id }) => id}
        tableFrom="lg"
        sort={search.sort ?? 'waiting'}
        onSort={(sort) => onSearch({ sort })}
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <ListFilters>
            <SearchInput
              label="Search data requests"
              placeholder="Search name, email or note"
              value={search.q ?? ''}
              onSearch={(q) => onSearch({ q: q || undefined })}
            />
            <Select
              aria-label="Status"
              options={[
                { value: 'any' as const, label: 'Any status' },
                ...toOptions(dataRequestStatusLabels).map(({ value, label: { name } }) => ({ value, label: name })),
              ]}
              value={search.status ?? 'any'}
              onChange={(status) => onSearch({ status: status === 'any' ? undefined : status })}
            />
            <Select
              aria-label="Kind"
              options={[{ value: 'any' as const, label: 'Any kind' }, ...toOptions(dataRequestKindLabels)]}
              value={search.kind ?? 'any'}
              onChange={(kind) => onSearch({ kind: kind === 'any' ? undefined : kind })}
            />
            <Select
              aria-label="Order"
              options={[
                { value: 'waiting' as const, label: 'Due soonest' },
                { value: '-asked_at' as const, label: 'Newest first' },
                { value: 'asked_at' as const, label: 'Oldest first' },
              ]}
              value={search.sort ?? 'waiting'}
              onChange={(sort) => onSearch({ sort: sort === 'waiting' ? undefined : sort })}
            />
            {record}
          </ListFilters>
        }
        showsAll={!filtered}
        empty={
          <EmptyState
            icon={filtered ? <SearchX /> : <ShieldCheck />}
            title={filtered ? 'No matching requests' : 'No requests yet'}
            actions={
              filtered ? <Button onClick={() => onSearch(clearedFilters(dataRequestParameters))}>Clear search and filters</Button> : record
            }
          >
            {!filtered && 'People can download their data and delete their account in settings. If they can’t, their requests appear here.'}
          </EmptyState>
        }
      />
      {Part && <Part request={open.request} onClose={() => setOpen(null)} />}
      {isRecording && <RecordForm onClose={() => setRecording(false)} />}
    </>
  );
}
