import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
// What the shelf shows where there is nothing yet: while it is read, and when it is empty.
import { Images, Trash2 } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { filterOf, type LibrarySearch } from './library-search.ts';

interface NoImagesProps {
  search: LibrarySearch;
  owner: ImageOwner;
  onClear: () => void;
}

export function NoImages({ search, owner, onClear }: NoImagesProps) {
  if (Object.keys(filterOf(search)).length === 0)
    return (
      <EmptyState icon={<Images />} title="No images yet">
        {owner === null
          ? 'Photos you take or like at events appear here, along with images you generate.'
          : 'Photos from your events appear here, along with generated images.'}
      </EmptyState>
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

/** As many columns as the grid will have. */
const COLUMNS = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(10.5rem, 32%), 1fr))' };

export function GridSkeleton() {
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
