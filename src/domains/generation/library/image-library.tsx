import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { RestyleImagesProps } from '#src/domains/generation/batch/restyle-images.tsx';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { ExampleGallery } from '#src/domains/generation/examples/example-gallery.tsx';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { CompareDialog } from '#src/domains/generation/results/compare-dialog.tsx';
import { ImageMenu } from '#src/domains/generation/results/image-menu.tsx';
import type { ImageEdit } from '#src/domains/generation/results/use-image-actions.ts';
import { untilRead } from '#src/domains/generation/until-read.ts';
import { ImageViewer } from '#src/domains/generation/viewer/image-viewer.tsx';
import { deviceLabel } from '#src/lib/device.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CalendarDays, Download, Ellipsis, ImagePlus, Images, Plus, RotateCcw, Trash2 } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { CollectionsSheetProps } from './collections-sheet.tsx';
import { collectionsQuery, useCollectionActions } from './collections.ts';
import { LibraryGrid } from './library-grid.tsx';
import { type LibraryImage, type PhotoParts, saveDisabledReason } from './library-image.ts';
import { LibraryMonths } from './library-months.tsx';
import { filterOf, type LibrarySearch, NO_FILTERS } from './library-search.ts';
import { LibrarySelectionBar } from './library-selection-bar.tsx';
import { useLibrary, useLibraryActions } from './use-library.ts';

const CollectionsSheet = lazyPart<CollectionsSheetProps>(() => import('./collections-sheet.tsx'), {
  name: 'the collections',
  close: ({ onClose }) => onClose(),
});

const RestyleImages = lazyPart<RestyleImagesProps>(() => import('#src/domains/generation/batch/restyle-images.tsx'), {
  name: 'the styles',
  close: ({ onClose }) => onClose(),
});

interface ImageLibraryProps {
  title: string;
  account: string;
  owner: ImageOwner;
  photos: PhotoParts;
  search: LibrarySearch;
  /** Why collections can't be changed now. */
  collectionsDisabledReason?: string | false;
  /** Link to the Generate screen. */
  generate: ReactNode;
  onSearch: (change: Partial<LibrarySearch>) => void;
  onCompose: (from: ComposePrefill) => void;
  onOpenEvent: (eventId: string, photoId: string) => void;
}

/** The open dialog. `images` are to be added to a collection. */
type Over =
  | { kind: 'compare' }
  | { kind: 'restyle'; images: readonly LibraryImage[] }
  | { kind: 'collections'; images: readonly LibraryImage[] }
  | null;

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
        edits={actions.generated.edits}
        onEdit={(model) => image.event && onCompose({ photo: image.id, event: image.event.id, model })}
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
          <Link to="/dashboard/generate/batches" className={buttonClass()}>
            Batches
          </Link>
          {generate}
        </>
      }
    >
      <LibraryFilters owner={owner} search={search} onSearch={(change) => onSearch({ month: undefined, ...change })}>
        <DataAge at={query.dataUpdatedAt} failed={query.isError} className="ml-auto" />
      </LibraryFilters>
      <LibraryMonths owner={owner} search={search} seen={images.length > 0 ? seen : undefined} onSearch={onSearch} />
      {offline && query.data && <p className="text-sm text-ink-muted">Newer images load once you’re online.</p>}
      {isDeleted && images.length > 0 && (
        <p className="text-sm text-ink-muted">
          Images deleted here can be restored for 30 days. Photos deleted in an event’s gallery can be restored for 25 minutes.
        </p>
      )}
      <QueryState
        query={untilRead(query)}
        skeleton={<GridSkeleton />}
        failed="Couldn’t load the images"
        offline="Images you’ve opened before are available offline."
      >
        {() =>
          images.length === 0 && !query.hasNextPage ? (
            <NoImages search={search} owner={owner} onClear={() => onSearch(NO_FILTERS)} onTry={(example) => onCompose({ example })} />
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
          onRestyle={(chosen) => setOver({ kind: 'restyle', images: chosen })}
          onCollect={() => collect(selected)}
          onRemoveFromCollection={
            collection === undefined ? undefined : () => takeOut({ collection: { id: collection }, images: selected })
          }
          onAll={selection.reading === null ? selection.all : null}
          onEnd={selection.end}
        />
      )}
      <CompareDialog images={over?.kind === 'compare' ? selected : []} onClose={() => setOver(null)} />
      {search.image !== undefined && (
        <ImageViewer
          images={images}
          photos={photos}
          openId={search.image}
          menu={menuOf}
          onFavorite={(image, favorite) => actions.setFavorite([image], favorite)}
          onShow={(image) => onSearch({ image })}
          onClose={() => onSearch({ image: undefined })}
          onNearEnd={query.hasNextPage ? more : undefined}
        />
      )}
      {actions.generated.dialog}
      {over?.kind === 'restyle' && (
        <RestyleImages account={account} owners={[{ owner, name: title }]} images={over.images} onClose={() => setOver(null)} />
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

interface PhotoMenuProps {
  image: LibraryImage;
  /** Why collections can't be changed now. */
  collectionsDisabledReason: string | false;
  onOpenEvent: () => void;
  onCompose: () => void;
  edits: readonly ImageEdit[];
  onEdit: (model: string) => void;
  onCollect: () => void;
  onSave: () => void;
  onDelete: () => void;
}

/** Actions for an event photo in the viewer, except the like button. */
function PhotoMenu({
  image,
  collectionsDisabledReason,
  onOpenEvent,
  onCompose,
  edits,
  onEdit,
  onCollect,
  onSave,
  onDelete,
}: PhotoMenuProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const { photo } = image;
  if (!photo) return null;
  const unusable = photo.state !== 'ready' ? 'You can’t use this photo yet.' : !photo.can.download && saveDisabledReason(image);
  return (
    <DropdownMenu
      className="venue"
      trigger={<IconButton size="lg" label="More for this image" icon={<Ellipsis aria-hidden className="size-5" />} />}
    >
      <MenuItem icon={<CalendarDays aria-hidden />} onSelect={onOpenEvent}>
        Show in event
      </MenuItem>
      <MenuItem icon={<ImagePlus aria-hidden />} disabledReason={unusable} onSelect={onCompose}>
        Restyle
      </MenuItem>
      {edits.map(({ model, label, Icon }) => (
        <MenuItem key={model} icon={<Icon aria-hidden />} disabledReason={unusable} onSelect={() => onEdit(model)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={<Plus aria-hidden />} disabledReason={collectionsDisabledReason || offline} onSelect={onCollect}>
        Add to collection
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} disabledReason={saveDisabledReason(image) ?? offline} onSelect={onSave}>
        Download
      </MenuItem>
      {photo.can.delete && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} disabledReason={offline} onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

interface LibraryFiltersProps {
  owner: ImageOwner;
  search: LibrarySearch;
  onSearch: (change: Partial<LibrarySearch>) => void;
  children: ReactNode;
}

const ANY = '';

function LibraryFilters({ owner, search, onSearch, children }: LibraryFiltersProps) {
  const { data: models = [] } = useQuery(modelsQuery(owner));
  const { data: collections = [] } = useQuery(collectionsQuery(owner));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchInput
        label="Search by event, photographer, camera, description or style"
        placeholder="Event, person, style…"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
        className="w-full sm:w-56"
      />
      {/* On a phone they scroll sideways, so that the images have most of the screen. */}
      <div className="fade-edge -mx-4 flex items-center gap-4 overflow-x-auto px-4 [scrollbar-width:none] *:shrink-0 sm:contents [&_select]:field-sizing-content">
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
            className="max-w-42"
            value={search.model ?? ANY}
            options={[{ value: ANY, label: 'Any model' }, ...models.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(model) => onSearch({ model: model || undefined })}
          />
        )}
        {search.view !== 'deleted' && (
          <Select
            aria-label="Collection"
            size="sm"
            className="max-w-42"
            value={search.collection ?? ANY}
            options={[{ value: ANY, label: 'Any collection' }, ...collections.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(collection) => onSearch({ collection: collection || undefined })}
          />
        )}
      </div>
      {children}
    </div>
  );
}

interface NoImagesProps {
  search: LibrarySearch;
  owner: ImageOwner;
  onClear: () => void;
  /** Opens the form with the recipe of an example. */
  onTry: (exampleId: string) => void;
}

function NoImages({ search, owner, onClear, onTry }: NoImagesProps) {
  const online = useConnection() === 'online';
  if (Object.keys(filterOf(search)).length === 0)
    return (
      <div className="grid gap-8">
        <EmptyState icon={<Images />} title={online ? 'No images yet' : `No images saved on this ${deviceLabel}`}>
          {owner === null
            ? 'Photos you take or like at events appear here, along with images you generate.'
            : 'Photos from your events appear here, along with generated images.'}
        </EmptyState>
        <ExampleGallery owner={owner} onTry={onTry} />
      </div>
    );
  const isDeleted = search.view === 'deleted';
  return (
    <EmptyState
      icon={isDeleted ? <Trash2 /> : <Images />}
      title={isDeleted ? 'Nothing to restore' : 'No matching images'}
      actions={<Button onClick={onClear}>Show all images</Button>}
    >
      {isDeleted ? 'Images deleted here can be restored for 30 days.' : 'Try a different search, or show all images.'}
    </EmptyState>
  );
}

/** Matches the columns of the grid. */
const COLUMNS = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(10.5rem, 32%), 1fr))' };

function GridSkeleton() {
  return (
    <Loading label="Loading the images">
      <div className="grid gap-[3px]" style={COLUMNS}>
        {Array.from({ length: 18 }, (_, tile) => (
          <Skeleton key={tile} className="aspect-square !rounded-none" />
        ))}
      </div>
    </Loading>
  );
}
