import { useCallback, useState, type ReactNode } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
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
import { LibraryFilters } from './library-filters.tsx';
import { LibraryGrid } from './library-grid.tsx';
import type { PhotoParts, LibraryImage } from './library-image.ts';
import { LibraryMonths } from './library-months.tsx';
import { NO_FILTERS, type LibrarySearch } from './library-search.ts';
import { LibrarySelectionBar } from './library-selection-bar.tsx';
import { GridSkeleton, NoImages } from './library-states.tsx';
import { PhotoMenu } from './photo-menu.tsx';
import { useCollectionActions } from './use-collections.ts';
import { useLibraryActions } from './use-library-actions.ts';
import { useLibrary } from './use-library.ts';

const CollectionsSheet = lazyPart<CollectionsSheetProps>(() => import('./collections-sheet.tsx'), {
  name: 'the collections',
  close: ({ onClose }) => onClose(),
});

interface ImageLibraryProps {
  title: string;
  account: string;
  owner: ImageOwner;
  photos: PhotoParts;
  search: LibrarySearch;
  /** Why its collections cannot be changed now. */
  collectionsDisabledReason?: string | false;
  /** The way to the Generate screen. */
  generate: ReactNode;
  onSearch: (change: Partial<LibrarySearch>) => void;
  onCompose: (from: ComposePrefill) => void;
  onOpenEvent: (eventId: string, photoId: string) => void;
}

/** What stands over the shelf. Given images are to be put into a collection. */
type Over = { kind: 'compare' } | { kind: 'collections'; images: readonly LibraryImage[] } | null;

export function ImageLibrary({
  title,
  account,
  owner,
  photos,
  search,
  collectionsDisabledReason = false,
  generate,
  onSearch,
  onCompose,
  onOpenEvent,
}: ImageLibraryProps) {
  const { query, images, list, likes, more, selection } = useLibrary(account, owner, search);
  const actions = useLibraryActions({ account, owner, photos, likes, onCompose });
  const { takeOut } = useCollectionActions();
  const [over, setOver] = useState<Over>(null);
  const [seen, setSeen] = useState<string>();
  const see = useCallback((image: LibraryImage | undefined) => setSeen(image?.at), []);
  const selected = [...selection.selected.values()].map(({ id }) => images[list.indexOf(id)]).filter((image) => image !== undefined);
  const isDeleted = search.view === 'deleted';
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const { collection } = search;
  const collect = (chosen: readonly LibraryImage[]) => setOver({ kind: 'collections', images: chosen });
  const menuOf = (image: LibraryImage) =>
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
        collectionsDisabledReason={collectionsDisabledReason}
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
          collectionsDisabledReason={collectionsDisabledReason}
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
      <LibraryFilters owner={owner} search={search} onSearch={(change) => onSearch({ month: undefined, ...change })}>
        <DataAge at={query.dataUpdatedAt} failed={query.isError} className="ml-auto" />
      </LibraryFilters>
      <LibraryMonths owner={owner} search={search} seen={images.length > 0 ? seen : undefined} onSearch={onSearch} />
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
            <NoImages search={search} owner={owner} onClear={() => onSearch(NO_FILTERS)} />
          ) : (
            <LibraryGrid
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
        <LibrarySelectionBar
          selected={selected}
          isDeleted={isDeleted}
          actions={actions}
          collectionsDisabledReason={collectionsDisabledReason}
          onCompare={() => setOver({ kind: 'compare' })}
          onCollect={() => collect(selected)}
          onRemoveFromCollection={
            collection === undefined ? undefined : () => takeOut({ collection: { id: collection }, images: selected })
          }
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
          onFavorite={(image, wished) => actions.setFavorite([image], wished)}
          onShow={(image) => onSearch({ image })}
          onClose={() => onSearch({ image: undefined })}
          onNearEnd={query.hasNextPage ? more : undefined}
        />
      )}
      {over?.kind === 'collections' && (
        <CollectionsSheet
          owner={owner}
          images={over.images}
          disabledReason={collectionsDisabledReason}
          shown={collection}
          onOpen={(id) => onSearch({ ...NO_FILTERS, collection: id })}
          onAdded={selection.end}
          onClose={() => setOver(null)}
        />
      )}
    </Page>
  );
}
