import { memo, type ReactNode } from 'react';
import { cn } from '#src/ui/cn.ts';
// One group near the screen: its sticky heading, and its rows that are near.
import { Check, ImageOff } from '#src/ui/icons.ts';
import type { Layout, PlacedGroup, VisibleRows } from './layout.ts';
import type { GridItem, GridList } from './selection.ts';
import type { GridSelection } from './use-selection.ts';

export interface TileState {
  /** One tile of the grid is in the tab order; arrow keys move it. */
  tabbable: boolean;
  /** Flung past. */
  quick: boolean;
  selected: boolean;
  /** Items are being selected: a tap selects. */
  selecting: boolean;
  /** The person uses a mouse and can select with the check mark before anything is selected. */
  mouse: boolean;
}

export type RenderTile<T extends GridItem> = (item: T, state: TileState) => ReactNode;

export interface GridLabels {
  /** The heading above a group's squares, if the geometry has headings. */
  heading?: (group: PlacedGroup) => { title: string; count: string };
  /** The label of an item that is still loading, for keyboard users. */
  loading: (index: number) => string;
}

interface GroupRowsProps<T extends GridItem> {
  rows: VisibleRows;
  list: GridList<T>;
  layout: Layout;
  words: GridLabels;
  tile: RenderTile<T>;
  quick: boolean;
  selection: GridSelection<T>;
  mouse: boolean;
  /** The index of the square in the tab order. */
  tabbable: number;
  /** The index to focus, loaded or not. */
  focusable: number | null;
}

/** Empty squares over the whole group, painted instead of built: items that are not loaded or not built yet never leave a hole. */
const PLACEHOLDER_BACKGROUND =
  '[background-origin:content-box] bg-clip-content [background-image:linear-gradient(to_right,transparent_var(--square),var(--canvas)_0),linear-gradient(to_bottom,transparent_var(--square),var(--canvas)_0),linear-gradient(var(--hover),var(--hover))] [background-size:var(--pitch)_100%,100%_var(--pitch),auto]';

export function GroupRows<T extends GridItem>({
  rows: { group, first, last },
  layout,
  words,
  tabbable,
  focusable,
  ...shared
}: GroupRowsProps<T>) {
  const { columns, square, gap, heading } = layout;
  const pitch = square + gap;
  const told = words.heading?.(group);
  const short = group.count % columns;
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
  return (
    <div
      role="rowgroup"
      aria-label={told?.title}
      className={`absolute inset-x-0 ${PLACEHOLDER_BACKGROUND}`}
      style={{ top: group.top, height: group.height, paddingTop: heading }}
    >
      {told && (
        <div
          role="row"
          aria-rowindex={group.row + 1}
          className="sticky top-(--stick) z-[15] flex items-center bg-canvas"
          style={{ height: heading, marginTop: -heading }}
        >
          <div role="rowheader" aria-colspan={columns} className="flex min-w-0 flex-1 items-baseline gap-2 px-3 text-sm">
            <span className="truncate font-semibold">{told.title}</span>
            <span className="shrink-0 text-xs text-ink-muted tabular-nums">{told.count}</span>
          </div>
        </div>
      )}
      {short > 0 && <div aria-hidden className="absolute right-0 bottom-0 bg-canvas" style={{ left: short * pitch, height: pitch }} />}
      {shown.map((row) => {
        const index = group.first + row * columns;
        const count = Math.min(columns, group.count - row * columns);
        const own = (place: number | null) => (place !== null && place >= index && place < index + count ? place : null);
        return (
          <Row
            key={row}
            index={index}
            count={count}
            number={group.row + (told ? 2 : 1) + row}
            top={heading + row * pitch}
            square={square}
            gap={gap}
            unread={words.loading}
            tabbable={own(tabbable)}
            focusable={own(focusable)}
            {...shared}
          />
        );
      })}
    </div>
  );
}

interface RowProps<T extends GridItem> extends Pick<GroupRowsProps<T>, 'list' | 'tile' | 'quick' | 'selection' | 'mouse'> {
  /** Of its first item. */
  index: number;
  count: number;
  /** From 1, headings counted. */
  number: number;
  top: number;
  square: number;
  gap: number;
  unread: GridLabels['loading'];
  /** Only if they are in this row, so that other rows don't render again. */
  tabbable: number | null;
  focusable: number | null;
}

const Row = memo(function Row<T extends GridItem>({ index, count, number, top, square, gap, ...props }: RowProps<T>) {
  const { list, tile, quick, selection, mouse, unread, tabbable, focusable } = props;
  const places = Array.from({ length: count }, (_, column) => index + column);
  const read = places.some((place) => list.at(place) !== undefined);
  const asked = focusable !== null || (!quick && tabbable !== null);
  return (
    <div
      role="row"
      aria-rowindex={number}
      aria-busy={!read || undefined}
      className="absolute left-0 flex [contain:layout_style]"
      style={{ top, height: square, gap }}
    >
      {(read || asked) &&
        places.map((place) => {
          const item = list.at(place);
          const selected = item !== undefined && selection.isSelected(item.id);
          return (
            <div
              key={item?.id ?? `unread ${place}`}
              role="gridcell"
              aria-selected={selected}
              data-index={place}
              className={selected ? 'group relative bg-accent-soft' : 'group relative'}
              style={{ width: square, height: square }}
            >
              {item
                ? tile(item, { tabbable: place === tabbable, quick, selected, selecting: selection.selecting, mouse })
                : asked && <LoadingTile label={unread(place)} tabbable={place === tabbable} />}
            </div>
          );
        })}
    </div>
  );
}) as <T extends GridItem>(props: RowProps<T>) => ReactNode;

/** Placeholder of an item that is still loading, for keyboard users. */
function LoadingTile({ label, tabbable }: { label: string; tabbable: boolean }) {
  return (
    <button
      type="button"
      aria-disabled
      tabIndex={tabbable ? 0 : -1}
      aria-label={label}
      data-unread
      className="absolute inset-0 focus-visible:shadow-[inset_0_0_0_3px_var(--accent-text)] focus-visible:outline-none"
    />
  );
}

// The focus ring is inside the picture, in two tones: it is visible on any photograph.
export const TILE_CLASS =
  'absolute inset-0 block overflow-hidden bg-hover select-none [-webkit-touch-callout:none] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)]';

interface TileCheckboxProps {
  label: string;
  checked: boolean;
  always: boolean;
}

/** The check mark of a selected square, and the mouse control that selects the first one. Keys use the space bar, fingers a long press. */
export function TileCheckbox({ label, checked, always }: TileCheckboxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={`Select: ${label}`}
      tabIndex={-1}
      data-select
      className={cn(
        'absolute top-0 left-0 z-10 grid size-9 place-items-center transition-opacity touch:pointer-events-none',
        !always && !checked && 'opacity-0 group-hover:opacity-100',
      )}
    >
      <span
        className={cn(
          'grid size-6 place-items-center rounded-full border-2 border-white shadow-1',
          checked ? 'bg-accent text-on-accent' : 'bg-black/35 text-transparent',
        )}
      >
        {checked && <Check aria-hidden strokeWidth={3} className="size-4" />}
      </span>
    </button>
  );
}

/** A tile has space for two words; the viewer shows the full reason. */
export function DamagedTile() {
  return (
    <span className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 p-2 text-center text-xs text-ink-muted">
      <ImageOff aria-hidden className="size-5" />
      Damaged file
    </span>
  );
}
