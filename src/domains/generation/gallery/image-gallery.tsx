import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ComposeFrom } from '#src/domains/generation/compose-from.ts';
import type { GeneratedImage, ImageOwner } from '#src/domains/generation/generation.ts';
import { imagesQuery, modelsQuery } from '#src/domains/generation/queries.ts';
import { CompareDialog } from '#src/domains/generation/results/compare-dialog.tsx';
import { useImageActions, useImagesAsChanged } from '#src/domains/generation/results/use-image-actions.ts';
import { ImageViewer } from '#src/domains/generation/viewer/image-viewer.tsx';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { GridList } from '#src/ui/grid/selection.ts';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { Page } from '#src/ui/page.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { filterOf, type ImageGallerySearch } from './gallery-search.ts';
import { ImageGrid } from './image-grid.tsx';
import { ImageSelectionBar } from './image-selection-bar.tsx';

interface ImageGalleryProps {
  title: string;
  account: string;
  owner: ImageOwner;
  search: ImageGallerySearch;
  /** The way to the Generate screen, for who has no image yet. */
  generate: ReactNode;
  onSearch: (change: Partial<ImageGallerySearch>) => void;
  onCompose: (from: ComposeFrom) => void;
}

const MOST_SELECTED = 200;

export function ImageGallery({ title, account, owner, search, generate, onSearch, onCompose }: ImageGalleryProps) {
  const query = useInfiniteQuery(imagesQuery(owner, filterOf(search)));
  useRefetchOnReturn(query);
  const { data: models = [] } = useQuery(modelsQuery(owner));
  const asChanged = useImagesAsChanged();
  const actions = useImageActions(account, owner, onCompose);
  const isDeleted = search.view === 'deleted';
  const images = useMemo(() => {
    const seen = new Set<string>();
    const read = (query.data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
    return read.flatMap((image) => asChanged(image.id, image) ?? []);
  }, [query.data, asChanged]);
  const list = useMemo(() => listOf(images), [images]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  const selection = useSelection<GeneratedImage>({
    list,
    most: MOST_SELECTED,
    isGone: (id) => list.indexOf(id) === -1,
    collect: (first, last) => Promise.resolve(images.slice(first, last + 1)),
    onTooMany: () => toast.info(`No more than ${MOST_SELECTED} images are selected at once`),
    onFailure: (error) => toast.error('Not all of these images could be read', { detail: describeFailure(error).detail }),
  });
  const [comparing, setComparing] = useState(false);
  const selected = [...selection.selected.values()];
  const isNarrowed = Object.keys(filterOf(search)).length > 0;
  return (
    <Page
      title={title}
      actions={
        <>
          {images.length > 0 && !selection.selecting && <Button onClick={selection.begin}>Select</Button>}
          {generate}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search the images by their description"
          placeholder="Search"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q: q || undefined })}
          className="w-full sm:w-64"
        />
        <ChoiceChips
          legend="Which images"
          options={[
            { value: 'all', label: 'All' },
            { value: 'favourites', label: 'Favourites' },
            { value: 'deleted', label: 'Deleted' },
          ]}
          value={search.view ?? 'all'}
          onChange={(view) => onSearch({ view: view === 'all' ? undefined : view })}
        />
        {models.length > 1 && (
          <Select
            aria-label="Model"
            size="sm"
            value={search.model ?? ''}
            options={[{ value: '', label: 'Every model' }, ...models.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(model) => onSearch({ model: model || undefined })}
          />
        )}
        <DataAge at={query.dataUpdatedAt} failed={query.isError} className="ml-auto" />
      </div>
      <QueryState
        query={query}
        skeleton={<GridSkeleton />}
        failed="The images could not be loaded"
        offline="Images that were seen before open again without a connection."
      >
        {() =>
          images.length === 0 && !hasNextPage ? (
            <NoImages
              isNarrowed={isNarrowed}
              isDeleted={isDeleted}
              generate={generate}
              onClear={() => onSearch({ q: undefined, view: undefined, model: undefined })}
            />
          ) : (
            <ImageGrid list={list} selection={selection} onOpen={(image) => onSearch({ image })} onNearEnd={more} />
          )
        }
      </QueryState>
      {isFetchNextPageError && (
        <div className="grid justify-items-center gap-2 p-4 text-sm text-ink-muted">
          <p>Older images could not be loaded. {describeFailure(query.error).detail}</p>
          <Button onClick={() => void fetchNextPage()} loading={query.isFetchingNextPage}>
            Try again
          </Button>
        </div>
      )}
      {selection.selecting && (
        <ImageSelectionBar
          selected={selected}
          isDeleted={isDeleted}
          actions={actions}
          onCompare={() => setComparing(true)}
          onEnd={selection.end}
        />
      )}
      <CompareDialog images={comparing ? selected : []} onClose={() => setComparing(false)} />
      {search.image !== undefined && (
        <ImageViewer
          images={images}
          openId={search.image}
          actions={actions}
          onShow={(image) => onSearch({ image })}
          onClose={() => onSearch({ image: undefined })}
          onNearEnd={more}
        />
      )}
    </Page>
  );
}

function listOf(images: readonly GeneratedImage[]): GridList<GeneratedImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return { length: images.length, at: (index) => images[index], indexOf: (id) => places.get(id) ?? -1 };
}

interface NoImagesProps {
  isNarrowed: boolean;
  isDeleted: boolean;
  generate: ReactNode;
  onClear: () => void;
}

function NoImages({ isNarrowed, isDeleted, generate, onClear }: NoImagesProps) {
  if (!isNarrowed)
    return (
      <EmptyState icon={<Images />} title="No images yet" actions={generate}>
        What is generated is kept here: to be looked at, varied, used again or sent to an event.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Images />}
      title={isDeleted ? 'Nothing was deleted' : 'No image matches'}
      actions={<Button onClick={onClear}>Show all images</Button>}
    >
      {isDeleted ? 'Deleted images can be restored for 30 days.' : 'Search for another word, or look at all of them.'}
    </EmptyState>
  );
}

function GridSkeleton() {
  return (
    <Loading label="Loading the images" className="grid grid-cols-3 gap-[3px] sm:grid-cols-4 lg:grid-cols-5">
      {Array.from({ length: 15 }, (_, tile) => (
        <Skeleton key={tile} className="aspect-square !rounded-none" />
      ))}
    </Loading>
  );
}
