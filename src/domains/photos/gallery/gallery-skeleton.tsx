import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

const SQUARES = 28;

/** The loading state. Part of the initial load, so it does not import the grid. */
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

/** The pending component, below the space for the filters. */
export const GalleryPending = () => (
  <div className="gallery-pending">
    <GallerySkeleton />
  </div>
);
