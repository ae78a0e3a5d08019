// The photos of one status, to select from.
import { useEffect, useMemo, useRef, useState, type Ref } from 'react';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatCount } from '#src/lib/format.ts';
import { Grid, useOnVisibleRange, type GridHandle } from '#src/ui/grid/grid.tsx';
import { layoutOf, type Geometry } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridLabels, RenderTile } from '#src/ui/grid/section-rows.tsx';
import type { GridList } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { BulkTile } from './bulk-tile.tsx';

const GEOMETRY: Geometry = { gap: 3, heading: 0, size: 176, minColumns: 3 };
const words: GridLabels = { loading: (index) => `Photo ${formatCount(index + 1)}` };

interface BulkGridProps {
  label: string;
  list: GridList<Photo>;
  selection: GridSelection<Photo>;
  ref: Ref<GridHandle>;
  onActive: (id: string) => void;
  onPreview: (id: string) => void;
  onNearEnd: () => void;
}

export function BulkGrid({ label, list, selection, ref, onActive, onPreview, onNearEnd }: BulkGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const { length } = list;
  const layout = useMemo(() => layoutOf(length === 0 ? [] : [{ start: 0, count: length }], frame.width, GEOMETRY), [length, frame.width]);
  const see = useMemo(
    () => (_first: number, last: number) => {
      if (last >= length - 1) onNearEnd();
    },
    [length, onNearEnd],
  );
  useOnVisibleRange(tracker, layout, frame, see);
  const tile = useMemo<RenderTile<Photo>>(
    () =>
      (photo, { selected, tabbable }) => <BulkTile photo={photo} selected={selected} tabbable={tabbable} onPreview={onPreview} />,
    [onPreview],
  );
  return (
    <div className="[--stick:calc(7rem+var(--safe-top))] [--under:calc(5rem+var(--safe-bottom))] sm:[--under:0px]">
      <GridMargins ref={margins} />
      <Grid
        ref={ref}
        element={element}
        list={list}
        layout={layout}
        frame={frame}
        tracker={tracker}
        selection={selection}
        label={label}
        words={words}
        tile={tile}
        onOpen={onPreview}
        onActive={onActive}
      />
    </div>
  );
}
