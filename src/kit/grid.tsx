import { useEffect, useMemo, useRef, useState } from 'react';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { Grid, type GridHandle } from '#src/ui/grid/grid.tsx';
import type { GridLabels, RenderTile } from '#src/ui/grid/group-rows.tsx';
import { layoutOf, type Geometry } from '#src/ui/grid/layout.ts';
import { createScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridItem } from '#src/ui/grid/selection.ts';
import { GridMargins, useFrame } from '#src/ui/grid/use-frame.tsx';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { Check } from '#src/ui/icons.ts';
import { KitSection, Specimen } from './section.tsx';

const COUNT = 40;
const squares: GridItem[] = Array.from({ length: COUNT }, (_, index) => ({ id: String(index + 1) }));
const list = { length: COUNT, at: (index: number) => squares[index], indexOf: (id: string) => Number(id) - 1 };
const groups = [
  { start: 1, count: 17 },
  { start: 2, count: COUNT - 17 },
];
const geometry: Geometry = { gap: 3, heading: 44, size: 96, minColumns: 3 };
const words: GridLabels = {
  heading: ({ start, count }) => ({ title: `Group ${start}`, count: pluralize(count, 'square', 'squares') }),
  loading: (index) => `Square ${index + 1}, being read`,
};

const tile: RenderTile<GridItem> = ({ id }, { tabbable, selected }) => (
  <button
    type="button"
    data-tile
    tabIndex={tabbable ? 0 : -1}
    className={cn('absolute inset-0 grid place-items-center bg-sunken text-sm', selected && 'inset-2 rounded-sm')}
  >
    {id}
    {selected && <Check aria-hidden className="absolute top-1 left-1 size-4" />}
  </button>
);

/** Arrows, Home, End, Page Up and Down, space, Shift, Ctrl A and Escape; long press and drag by finger. */
export function GridPart() {
  const element = useRef<HTMLDivElement>(null);
  const margins = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const [tracker] = useState(createScrollTracker);
  useEffect(() => tracker.start(), [tracker]);
  const frame = useFrame(element, margins);
  const layout = useMemo(() => layoutOf(groups, frame.width, geometry), [frame.width]);
  const [opened, setOpened] = useState<string | null>(null);
  const selection = useSelection<GridItem>({
    list,
    max: COUNT,
    isGone: () => false,
    collect: (first, last) => Promise.resolve(squares.slice(first, last + 1)),
    onTooMany: () => undefined,
    onFailure: () => undefined,
  });
  return (
    <KitSection title="Grid">
      <Specimen name="With headings">
        <Button onClick={selection.selecting ? selection.end : selection.begin}>{selection.selecting ? 'Cancel' : 'Select'}</Button>
        <Button onClick={selection.all}>Select all</Button>
        <Button onClick={() => grid.current?.focus(COUNT - 1)}>Go to the last</Button>
        <p role="status" className="text-sm text-ink-muted">
          {selection.selecting ? `${formatCount(selection.selected.size)} selected` : opened && `Opened ${opened}`}
        </p>
      </Specimen>
      <div className="[--stick:0px] [--under:0px]">
        <GridMargins ref={margins} />
        <Grid
          ref={grid}
          element={element}
          list={list}
          layout={layout}
          frame={frame}
          tracker={tracker}
          selection={selection}
          label="Squares"
          words={words}
          tile={tile}
          onOpen={setOpened}
        />
      </div>
    </KitSection>
  );
}
