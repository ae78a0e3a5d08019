import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { Grid, useOnVisibleRange } from '#src/ui/grid/grid.tsx';
import { indexAt, layoutOf, type Geometry } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridLabels, RenderTile } from '#src/ui/grid/section-rows.tsx';
import type { GridList } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import type { PhotoParts, LibraryImage } from './library-image.ts';
import { LibraryTile } from './library-tile.tsx';

const GEOMETRY: Geometry = { gap: 3, heading: 0, size: 200, minColumns: 3 };
const words: GridLabels = { loading: (index) => `Image ${formatCount(index + 1)}` };

interface LibraryGridProps {
  list: GridList<LibraryImage>;
  photos: PhotoParts;
  selection: GridSelection<LibraryImage>;
  onOpen: (id: string) => void;
  onNearEnd: () => void;
  /** The first image in sight is another. */
  onSee: (image: LibraryImage | undefined) => void;
}

export function LibraryGrid({ list, photos, selection, onOpen, onNearEnd, onSee }: LibraryGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const { length } = list;
  const tile = useMemo<RenderTile<LibraryImage>>(
    () => (image, state) => <LibraryTile image={image} photos={photos} {...state} />,
    [photos],
  );
  const layout = useMemo(() => layoutOf(length === 0 ? [] : [{ start: 0, count: length }], frame.width, GEOMETRY), [length, frame.width]);
  const see = useMemo(() => (_first: number, last: number) => void (last >= length - 1 && onNearEnd()), [length, onNearEnd]);
  useOnVisibleRange(tracker, layout, frame, see);
  useEffect(() => {
    const look = () => frame.width > 0 && length > 0 && onSee(list.at(indexAt(layout, tracker.frame().y - frame.top)));
    look();
    return tracker.subscribe(({ moving }) => void (moving || look()));
  }, [frame, layout, length, list, onSee, tracker]);
  return (
    <div className="[--stick:0px] [--under:0px]">
      <GridMargins ref={margins} />
      <Grid
        element={element}
        list={list}
        layout={layout}
        frame={frame}
        tracker={tracker}
        selection={selection}
        label="Images"
        words={words}
        tile={tile}
        onOpen={onOpen}
      />
    </div>
  );
}
