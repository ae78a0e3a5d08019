import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

const SQUARES = 28;

/** The gallery's grid before anything of it is known. It stands in the first load, and so knows nothing of the grid itself. */
export const GallerySkeleton = () => (
  <Loading label="Loading the gallery" className="gallery-skeleton">
    <Skeleton />
    <div>
      {Array.from({ length: SQUARES }, (_, index) => (
        <Skeleton key={index} />
      ))}
    </div>
  </Loading>
);

/** The same while the gallery's own code is on its way: below the place of its filters. */
export const GalleryPending = () => (
  <div className="gallery-pending">
    <GallerySkeleton />
  </div>
);
