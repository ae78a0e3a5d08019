import { useCallback, useState, type ReactNode } from 'react';
import type { ComposeFrom } from '#src/domains/generation/compose-from.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { CompareDialog } from '#src/domains/generation/results/compare-dialog.tsx';
import { ImageMenu } from '#src/domains/generation/results/image-menu.tsx';
import { ImageViewer } from '#src/domains/generation/viewer/image-viewer.tsx';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
// Event photos and images that were made, together: one's own, or an organization's.
import { Images, RotateCcw } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import type { CollectionsSheetProps } from './collections-sheet.tsx';
import { PhotoMenu } from './photo-menu.tsx';
import { ShelfFilters } from './shelf-filters.tsx';
import { ShelfGrid } from './shelf-grid.tsx';
import type { PhotoParts, ShelfImage } from './shelf-image.ts';
import { ShelfMonths } from './shelf-months.tsx';
import { nothingAsked, type ShelfSearch } from './shelf-search.ts';
import { ShelfSelectionBar } from './shelf-selection-bar.tsx';
import { GridSkeleton, NoImages } from './shelf-states.tsx';
import { useCollectionActions } from './use-collections.ts';
import { useShelfActions } from './use-shelf-actions.ts';
import { useShelf } from './use-shelf.ts';

const CollectionsSheet = lazyPart<CollectionsSheetProps>(() => import('./collections-sheet.tsx'), {
  name: 'the collections',
  close: ({ onClose }) => onClose(),
});

interface ShelfProps {
  title: string;
  account: string;
  owner: ImageOwner;
  photos: PhotoParts;
  search: ShelfSearch;
  /** Why its collections cannot be changed now. */
  frozen?: string | false;
  /** The way to the Generate screen. */
  generate: ReactNode;
  onSearch: (change: Partial<ShelfSearch>) => void;
  onCompose: (from: ComposeFrom) => void;
  onOpenEvent: (eventId: string, photoId: string) => void;
}

/** What stands over the shelf. Given images are to be put into a collection. */
type Over = { kind: 'compare' } | { kind: 'collections'; images: readonly ShelfImage[] } | null;

export function Shelf({ title, account, owner, photos, search, frozen = false, generate, onSearch, onCompose, onOpenEvent }: ShelfProps) {
  const { query, images, list, likes, more, selection } = useShelf(account, owner, search);
  const actions = useShelfActions({ account, owner, photos, likes, onCompose });
  const { takeOut } = useCollectionActions();
  const [over, setOver] = useState<Over>(null);
  const [seen, setSeen] = useState<string>();
  const see = useCallback((image: ShelfImage | undefined) => setSeen(image?.at), []);
  const selected = [...selection.selected.values()].map(({ id }) => images[list.indexOf(id)]).filter((image) => image !== undefined);
  const isDeleted = search.view === 'deleted';
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const { collection } = search;
  const collect = (chosen: readonly ShelfImage[]) => setOver({ kind: 'collections', images: chosen });
  const menuOf = (image: ShelfImage) =>
    image.deleted_at !== null ? (
      <IconButton
        size="lg"
        label="Restore"
        disabledReason={offline}
        icon={<RotateCcw aria-hidden className="size-5" />}
        onClick={() => actions.restore([image])}
      />
    ) : image.photo ? (
      <PhotoMenu
        image={image}
        frozen={frozen}
        onOpenEvent={() => image.event && onOpenEvent(image.event.id, image.id)}
        onCompose={() => image.event && onCompose({ photo: image.id, event: image.event.id })}
        onCollect={() => collect([image])}
        onSave={() => void actions.save([image])}
        onDelete={() => actions.remove([image])}
      />
    ) : (
      image.generated && (
        <ImageMenu
          image={image.generated}
          actions={actions.generated}
          onCollect={() => collect([image])}
          frozen={frozen}
          size="lg"
          menuClass="venue"
        />
      )
    );
  return (
    <Page
      title={title}
      actions={
        <>
          <Button
            disabledReason={selection.selecting ? 'Select images below.' : images.length === 0 && 'There are no images to select.'}
            onClick={selection.begin}
          >
            Select
          </Button>
          <Button icon={<Images aria-hidden className="size-4" />} onClick={() => collect([])}>
            Collections
          </Button>
          {generate}
        </>
      }
    >
      <ShelfFilters owner={owner} search={search} onSearch={(change) => onSearch({ month: undefined, ...change })}>
        <DataAge at={query.dataUpdatedAt} failed={query.isError} className="ml-auto" />
      </ShelfFilters>
      <ShelfMonths owner={owner} search={search} seen={images.length > 0 ? seen : undefined} onSearch={onSearch} />
      {isDeleted && images.length > 0 && (
        <p className="text-sm text-ink-muted">
          Images deleted here can be restored for 30 days. Photos deleted in an event’s gallery can be restored for 25 minutes.
        </p>
      )}
      <QueryState
        query={query}
        skeleton={<GridSkeleton />}
        failed="Couldn’t load the images"
        offline="Images you’ve opened before are available offline."
      >
        {() =>
          images.length === 0 && !query.hasNextPage ? (
            <NoImages search={search} owner={owner} onClear={() => onSearch(nothingAsked)} />
          ) : (
            <ShelfGrid
              list={list}
              photos={photos}
              selection={selection}
              onOpen={(image) => onSearch({ image })}
              onNearEnd={more}
              onSee={see}
            />
          )
        }
      </QueryState>
      {query.isFetchNextPageError && (
        <div className="grid justify-items-center gap-2 p-4 text-sm text-ink-muted">
          <p>Couldn’t load older images. {describeFailure(query.error).detail}</p>
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
          frozen={frozen}
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
          frozen={frozen}
          shown={collection}
          onOpen={(id) => onSearch({ ...nothingAsked, collection: id })}
          onAdded={selection.end}
          onClose={() => setOver(null)}
        />
      )}
    </Page>
  );
}
