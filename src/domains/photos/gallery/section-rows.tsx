// One section near the screen: its heading, which stays in sight while its photos are, and those of its rows that are near.
import { memo } from 'react';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import { counted, formatCount } from '#src/lib/format.ts';
import { GAP, HEADING, type Layout, type Unit, type VisibleRows } from './layout.ts';
import { sectionTitle } from './section-words.ts';
import { Tile } from './tile.tsx';
import type { Choosing } from './use-selection.ts';

interface SectionRowsProps {
  rows: VisibleRows;
  list: PhotoList;
  layout: Layout;
  unit: Unit;
  quick: boolean;
  choosing: Choosing;
  mouse: boolean;
  /** The place of the square in the tab order. */
  tabbable: number;
  /** A place that shall have the focus, read or not. */
  focusable: number | null;
}

/** Empty squares over the whole section, painted and not built: what is not read, or not built yet, is never a hole. */
const GROUND =
  '[background-origin:content-box] bg-clip-content [background-image:linear-gradient(to_right,transparent_var(--square),var(--canvas)_0),linear-gradient(to_bottom,transparent_var(--square),var(--canvas)_0),linear-gradient(var(--hover),var(--hover))] [background-size:var(--pitch)_100%,100%_var(--pitch),auto]';

export function SectionRows({
  rows: { section, first, last },
  list,
  layout,
  unit,
  quick,
  choosing,
  mouse,
  tabbable,
  focusable,
}: SectionRowsProps) {
  const { columns, square } = layout;
  const pitch = square + GAP;
  const title = sectionTitle(unit, section.start);
  const short = section.count % columns;
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
  return (
    <div
      role="rowgroup"
      aria-label={title}
      className={`absolute inset-x-0 ${GROUND}`}
      style={{ top: section.top, height: section.height, paddingTop: HEADING }}
    >
      <div
        role="row"
        aria-rowindex={section.row + 1}
        className="sticky top-(--stick) z-[15] flex items-center bg-canvas"
        style={{ height: HEADING, marginTop: -HEADING }}
      >
        <div role="rowheader" aria-colspan={columns} className="flex min-w-0 flex-1 items-baseline gap-2 px-3 text-sm">
          <span className="truncate font-semibold">{title}</span>
          <span className="shrink-0 text-xs text-ink-muted tabular-nums">{counted(section.count, 'photo', 'photos')}</span>
        </div>
      </div>
      {short > 0 && <div aria-hidden className="absolute right-0 bottom-0 bg-canvas" style={{ left: short * pitch, height: pitch }} />}
      {shown.map((row) => {
        const index = section.first + row * columns;
        const count = Math.min(columns, section.count - row * columns);
        const own = (place: number | null) => (place !== null && place >= index && place < index + count ? place : null);
        return (
          <Row
            key={row}
            index={index}
            count={count}
            number={section.row + 2 + row}
            top={HEADING + row * pitch}
            list={list}
            square={square}
            quick={quick}
            choosing={choosing}
            mouse={mouse}
            tabbable={own(tabbable)}
            focusable={own(focusable)}
          />
        );
      })}
    </div>
  );
}

interface RowProps extends Pick<SectionRowsProps, 'list' | 'quick' | 'choosing' | 'mouse'> {
  /** Of its first photo. */
  index: number;
  count: number;
  /** From 1, headings counted. */
  number: number;
  top: number;
  square: number;
  /** Those of the grid, where they lie in this row: other rows are not drawn again for them. */
  tabbable: number | null;
  focusable: number | null;
}

const Row = memo(function Row({ index, count, number, top, square, list, quick, choosing, mouse, tabbable, focusable }: RowProps) {
  const places = Array.from({ length: count }, (_, column) => index + column);
  const read = places.some((place) => list.at(place) !== undefined);
  const asked = focusable !== null || (!quick && tabbable !== null);
  return (
    <div
      role="row"
      aria-rowindex={number}
      aria-busy={!read || undefined}
      className="absolute left-0 flex [contain:layout_style]"
      style={{ top, height: square, gap: GAP }}
    >
      {(read || asked) &&
        places.map((place) => {
          const item = list.at(place);
          const selected = item !== undefined && choosing.isChosen(item.id);
          return (
            <div
              key={item?.id ?? `unread ${place}`}
              role="gridcell"
              aria-selected={selected}
              data-index={place}
              className={selected ? 'group relative bg-accent-soft' : 'group relative'}
              style={{ width: square, height: square }}
            >
              {item ? (
                <Tile
                  item={item}
                  tabbable={place === tabbable}
                  quick={quick}
                  selected={selected}
                  selecting={choosing.choosing}
                  mouse={mouse}
                />
              ) : (
                asked && <Unread place={place} tabbable={place === tabbable} />
              )}
            </div>
          );
        })}
    </div>
  );
});

/** A place in the list whose photo is still being read, for those who walk by keys. */
function Unread({ place, tabbable }: { place: number; tabbable: boolean }) {
  return (
    <button
      type="button"
      aria-disabled
      tabIndex={tabbable ? 0 : -1}
      aria-label={`Photo ${formatCount(place + 1)}, being read`}
      data-unread
      className="absolute inset-0 focus-visible:shadow-[inset_0_0_0_3px_var(--accent-text)] focus-visible:outline-none"
    />
  );
}
