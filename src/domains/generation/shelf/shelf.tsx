// Event photos and images that were made, together: one's own, or an organization's.
import { Images } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ComposeFrom } from '#src/domains/generation/compose-from.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { CompareDialog } from '#src/domains/generation/results/compare-dialog.tsx';
import { ImageMenu } from '#src/domains/generation/results/image-menu.tsx';
import { ImageViewer } from '#src/domains/generation/viewer/image-viewer.tsx';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { CollectionsSheetProps } from './collections-sheet.tsx';
import { PhotoMenu } from './photo-menu.tsx';
import { ShelfFilters } from './shelf-filters.tsx';
import { ShelfGrid } from './shelf-grid.tsx';
import type { PhotoParts, ShelfImage } from './shelf-image.ts';
import { filterOf, nothingAsked, type ShelfSearch } from './shelf-search.ts';
import { ShelfSelectionBar } from './shelf-selection-bar.tsx';
import { useCollectionActions } from './use-collections.ts';
import { useShelfActions } from './use-shelf-actions.ts';
import { useShelf } from './use-shelf.ts';

const CollectionsSheet = lazyPart<CollectionsSheetProps>(() => import('./collections-sheet.tsx'), {
  name: 'The collections',
  close: ({ onClose }) => onClose(),
});

interface ShelfProps {
  title: string;
  account: string;
  owner: ImageOwner;
  photos: PhotoParts;
  search: ShelfSearch;
  /** The way to the Generate screen. */
  generate: ReactNode;
  onSearch: (change: Partial<ShelfSearch>) => void;
  onCompose: (from: ComposeFrom) => void;
  onOpenEvent: (eventId: string, photoId: string) => void;
}

/** What stands over the shelf. Given images are to be put into a collection. */
type Over = { kind: 'compare' } | { kind: 'collections'; images: readonly ShelfImage[] } | null;

export function Shelf({ title, account, owner, photos, search, generate, onSearch, onCompose, onOpenEvent }: ShelfProps) {
  const { query, images, list, likes, more, selection } = useShelf(account, owner, search);
  const actions = useShelfActions({ account, owner, photos, likes, onCompose });
  const { takeOut } = useCollectionActions();
  const [over, setOver] = useState<Over>(null);
  const selected = [...selection.selected.values()].map(({ id }) => images[list.indexOf(id)]).filter((image) => image !== undefined);
  const isDeleted = search.view === 'deleted';
  const { collection } = search;
  const collect = (chosen: readonly ShelfImage[]) => setOver({ kind: 'collections', images: chosen });
  const menuOf = (image: ShelfImage) =>
    image.photo ? (
      <PhotoMenu
        image={image}
        onOpenEvent={() => image.event && onOpenEvent(image.event.id, image.id)}
        onCompose={() => image.event && onCompose({ photo: image.id, event: image.event.id })}
        onCollect={() => collect([image])}
        onSave={() => void actions.save([image])}
        onDelete={() => actions.remove([image])}
      />
    ) : (
      image.generated && (
        <ImageMenu image={image.generated} actions={actions.generated} onCollect={() => collect([image])} size="lg" menuClass="venue" />
      )
    );
  return (
    <Page
      title={title}
      actions={
        <>
          {images.length > 0 && !selection.selecting && <Button onClick={selection.begin}>Select</Button>}
          <Button icon={<Images aria-hidden className="size-4" />} onClick={() => collect([])}>
            Collections
          </Button>
          {generate}
        </>
      }
    >
      <ShelfFilters owner={owner} search={search} onSearch={onSearch}>
        <DataAge at={query.dataUpdatedAt} failed={query.isError} className="ml-auto" />
      </ShelfFilters>
      <QueryState
        query={query}
        skeleton={<GridSkeleton />}
        failed="The images could not be loaded"
        offline="Images that were seen before open again without a connection."
      >
        {() =>
          images.length === 0 && !query.hasNextPage ? (
            <NoImages search={search} owner={owner} generate={generate} onClear={() => onSearch(nothingAsked)} />
          ) : (
            <ShelfGrid list={list} photos={photos} selection={selection} onOpen={(image) => onSearch({ image })} onNearEnd={more} />
          )
        }
      </QueryState>
      {query.isFetchNextPageError && (
        <div className="grid justify-items-center gap-2 p-4 text-sm text-ink-muted">
          <p>Older images could not be loaded. {describeFailure(query.error).detail}</p>
          <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
            Try again
          </Button>
        </div>
      )}
      {selection.selecting && (
        <ShelfSelectionBar
          selected={selected}
          isDeleted={isDeleted}
          actions={actions}
          onCompare={() => setOver({ kind: 'compare' })}
          onCollect={() => collect(selected)}
          onTakeOut={collection === undefined ? undefined : () => takeOut({ collection: { id: collection }, images: selected })}
          onEnd={selection.end}
        />
      )}
      <CompareDialog
        images={over?.kind === 'compare' ? selected.flatMap(({ generated }) => generated ?? []) : []}
        onClose={() => setOver(null)}
      />
      {search.image !== undefined && (
        <ImageViewer
          images={images}
          photos={photos}
          openId={search.image}
          menu={menuOf}
          onFavourite={(image, wished) => actions.favourite([image], wished)}
          onShow={(image) => onSearch({ image })}
          onClose={() => onSearch({ image: undefined })}
          onNearEnd={query.hasNextPage ? more : undefined}
        />
      )}
      {over?.kind === 'collections' && (
        <CollectionsSheet
          owner={owner}
          images={over.images}
          shown={collection}
          onOpen={(id) => onSearch({ ...nothingAsked, collection: id })}
          onAdded={selection.end}
          onClose={() => setOver(null)}
        />
      )}
    </Page>
  );
}

interface NoImagesProps {
  search: ShelfSearch;
  owner: ImageOwner;
  generate: ReactNode;
  onClear: () => void;
}

function NoImages({ search, owner, generate, onClear }: NoImagesProps) {
  if (Object.keys(filterOf(search)).length === 0)
    return (
      <EmptyState icon={<Images />} title="No images yet" actions={generate}>
        {owner === null
          ? 'Photos you take or like at events are shown here, together with the images you generate.'
          : 'The photos of your events are shown here, together with the images that are generated.'}
      </EmptyState>
    );
  const isDeleted = search.view === 'deleted';
  return (
    <EmptyState
      icon={<Images />}
      title={isDeleted ? 'Nothing to restore' : 'No image matches'}
      actions={<Button onClick={onClear}>Show all images</Button>}
    >
      {isDeleted
        ? 'Deleted images can be restored for 30 days, event photos for 25 minutes by whoever deleted them.'
        : 'Search for another word, or look at all of them.'}
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
