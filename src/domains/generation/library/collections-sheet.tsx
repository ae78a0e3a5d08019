import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Images, PencilLine, Plus, Trash2 } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import type { CollectionFormProps } from './collection-form.tsx';
import { collectionsQuery, type ImageCollection, useCollectionActions, usePatchedCollections } from './collections.ts';
import type { LibraryImage } from './library-image.ts';

const CollectionForm = lazyPart<CollectionFormProps>(() => import('./collection-form.tsx'), {
  name: 'the form',
  close: ({ onClose }) => onClose(),
});

export interface CollectionsSheetProps {
  owner: ImageOwner;
  /** Images to add to a collection. Empty opens the sheet for managing collections. */
  images: readonly LibraryImage[];
  /** Why collections can't be changed now. */
  disabledReason: string | false;
  /** Id of the collection that the library shows. */
  shown: string | undefined;
  onOpen: (collectionId: string | undefined) => void;
  onAdded: () => void;
  onClose: () => void;
}

const ROW = 'flex items-center gap-2 border-t border-line py-2 first:border-t-0';

export default function CollectionsSheet({ owner, images, disabledReason, shown, onOpen, onAdded, onClose }: CollectionsSheetProps) {
  const query = useQuery(collectionsQuery(owner));
  const asChanged = usePatchedCollections();
  const { add, remove } = useCollectionActions();
  const [form, setForm] = useState<{ collection: ImageCollection | null } | null>(null);
  const isOffline = useConnection() !== 'online';
  const fixed = disabledReason || (isOffline && NEEDS_CONNECTION);
  const isAdding = images.length > 0;
  const choose = (collection: ImageCollection) => {
    if (isAdding) {
      add({ collection, images });
      onAdded();
    } else onOpen(collection.id);
    onClose();
  };
  const lookAfter = (collection: ImageCollection) => ({
    rename: () => setForm({ collection }),
    remove: () => {
      remove(collection);
      if (shown === collection.id) onOpen(undefined);
    },
  });
  if (form)
    return (
      <CollectionForm
        owner={owner}
        collection={form.collection}
        onDone={(saved) => {
          setForm(null);
          if (!form.collection && isAdding) choose(saved);
        }}
        onClose={() => setForm(null)}
      />
    );
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={isAdding ? 'Add to a collection' : 'Collections'}
      description={isAdding ? `${pluralize(images.length, 'image', 'images')} selected.` : 'Group photos and generated images.'}
      footer={
        <Button
          className="flex-1"
          icon={<Plus aria-hidden className="size-4" />}
          disabledReason={fixed}
          onClick={() => setForm({ collection: null })}
        >
          New collection
        </Button>
      }
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the collections"
        offline="Collections you’ve opened before are available offline."
        skeleton={<RowsSkeleton label="Loading the collections" rows={3} row={ROW} lines={['h-5 w-40']} />}
      >
        {(read) => {
          const collections = read.flatMap((each) => asChanged(each.id, each) ?? []);
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <DataAge at={query.dataUpdatedAt} failed={query.isError} />
              {collections.length === 0 ? (
                <EmptyState icon={<Images />} title="No collections yet">
                  Select images and add them to one.
                </EmptyState>
              ) : (
                <ul className="grid grid-cols-[minmax(0,1fr)]">
                  {collections.map((each) => (
                    <li key={each.id} className={ROW}>
                      <CollectionRow
                        collection={each}
                        disabledReason={fixed}
                        isAdding={isAdding}
                        onChoose={() => choose(each)}
                        {...lookAfter(each)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        }}
      </QueryState>
    </Sheet>
  );
}

interface CollectionRowProps {
  collection: ImageCollection;
  /** Why collections can't be changed now. */
  disabledReason: string | false;
  isAdding: boolean;
  onChoose: () => void;
  rename: () => void;
  remove: () => void;
}

function CollectionRow({
  collection: { name, images_count: count, can },
  disabledReason,
  isAdding,
  onChoose,
  rename,
  remove,
}: CollectionRowProps) {
  const refusal =
    disabledReason || (!can.change && 'Only the person who created this collection or someone who manages settings can do this.');
  return (
    <>
      <button
        type="button"
        aria-disabled={Boolean(isAdding && disabledReason)}
        title={(isAdding && disabledReason) || undefined}
        className="grid min-h-11 min-w-0 flex-1 content-center rounded-md px-2 text-left hover:bg-hover aria-disabled:opacity-60"
        onClick={() => (isAdding && disabledReason) || onChoose()}
      >
        <span className="truncate font-medium">{name}</span>
        <span className="text-sm text-ink-muted tabular-nums">{pluralize(count, 'image', 'images')}</span>
      </button>
      {!isAdding && (
        <>
          <IconButton
            label={`Rename ${name}`}
            disabledReason={refusal}
            icon={<PencilLine aria-hidden className="size-4" />}
            onClick={rename}
          />
          <IconButton label={`Delete ${name}`} disabledReason={refusal} icon={<Trash2 aria-hidden className="size-4" />} onClick={remove} />
        </>
      )}
    </>
  );
}
