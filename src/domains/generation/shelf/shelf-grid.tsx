import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { Grid, useSeen } from '#src/ui/grid/grid.tsx';
import { indexAt, layoutOf, type Geometry } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridWords, RenderTile } from '#src/ui/grid/section-rows.tsx';
import type { GridList } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import type { PhotoParts, ShelfImage } from './shelf-image.ts';
import { ShelfTile } from './shelf-tile.tsx';

const GEOMETRY: Geometry = { gap: 3, heading: 0, wanted: 200, fewest: 3 };
const words: GridWords = { unread: (index) => `Image ${formatCount(index + 1)}` };

interface ShelfGridProps {
  list: GridList<ShelfImage>;
  photos: PhotoParts;
  selection: GridSelection<ShelfImage>;
  onOpen: (id: string) => void;
  onNearEnd: () => void;
  /** The first image in sight is another. */
  onSee: (image: ShelfImage | undefined) => void;
}

export function ShelfGrid({ list, photos, selection, onOpen, onNearEnd, onSee }: ShelfGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const { length } = list;
  const tile = useMemo<RenderTile<ShelfImage>>(() => (image, state) => <ShelfTile image={image} photos={photos} {...state} />, [photos]);
  const layout = useMemo(() => layoutOf(length === 0 ? [] : [{ start: 0, count: length }], frame.width, GEOMETRY), [length, frame.width]);
  const see = useMemo(() => (_first: number, last: number) => void (last >= length - 1 && onNearEnd()), [length, onNearEnd]);
  useSeen(tracker, layout, frame, see);
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
