import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { collectionsQuery } from './collections.ts';
import type { LibrarySearch } from './library-search.ts';

interface LibraryFiltersProps {
  owner: ImageOwner;
  search: LibrarySearch;
  onSearch: (change: Partial<LibrarySearch>) => void;
  children: ReactNode;
}

const ANY = '';

/** What of the shelf one looks at. */
export function LibraryFilters({ owner, search, onSearch, children }: LibraryFiltersProps) {
  const { data: models = [] } = useQuery(modelsQuery(owner));
  const { data: collections = [] } = useQuery(collectionsQuery(owner));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchInput
        label="Search by event, photographer, camera or description"
        placeholder="Event, person, camera…"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
        className="w-full sm:w-72"
      />
      <ChoiceChips
        legend="Source"
        options={[
          { value: 'all', label: 'All' },
          { value: 'photos', label: 'Event photos' },
          { value: 'generated', label: 'Generated' },
        ]}
        value={search.source ?? 'all'}
        onChange={(source) =>
          onSearch({ source: source === 'all' ? undefined : source, model: source === 'photos' ? undefined : search.model })
        }
      />
      <Select
        aria-label="Images to show"
        size="sm"
        value={search.view ?? ANY}
        options={[
          { value: ANY, label: owner === null ? 'Mine and liked' : 'Everyone’s' },
          { value: 'mine', label: 'Mine' },
          { value: 'favourites', label: 'Favorites' },
          { value: 'deleted', label: 'Deleted' },
        ]}
        onChange={(view) => onSearch({ view: view || undefined, collection: view === 'deleted' ? undefined : search.collection })}
      />
      <Select
        aria-label="Time"
        size="sm"
        value={search.time ?? ANY}
        options={[
          { value: ANY, label: 'Any time' },
          { value: 'day', label: 'Today' },
          { value: 'week', label: 'Last 7 days' },
          { value: 'month', label: 'Last 30 days' },
          { value: 'year', label: 'Last 12 months' },
        ]}
        onChange={(time) => onSearch({ time: time || undefined })}
      />
      {search.source !== 'photos' && (
        <Select
          aria-label="Model"
          size="sm"
          className="w-42 sm:w-40"
          value={search.model ?? ANY}
          options={[{ value: ANY, label: 'Any model' }, ...models.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(model) => onSearch({ model: model || undefined })}
        />
      )}
      {search.view !== 'deleted' && (
        <Select
          aria-label="Collection"
          size="sm"
          className="w-42 sm:w-40"
          value={search.collection ?? ANY}
          options={[{ value: ANY, label: 'Any collection' }, ...collections.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(collection) => onSearch({ collection: collection || undefined })}
        />
      )}
      {children}
    </div>
  );
}
