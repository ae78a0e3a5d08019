import type { ReactNode } from 'react';
import type { IconComponent } from '#src/ui/icon.ts';
import { RowCheckbox } from './checkbox.tsx';
import { cn } from './cn.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { Loading, Skeleton } from './skeleton.tsx';
import { Cell, Header, Row, SortHeader, Table } from './table.tsx';
import { useMedia } from './use-media.ts';

export interface Column<Item, Sort extends string = never> {
  /** Only announced to screen readers above actions. */
  head: string;
  cell: (item: Item) => ReactNode;
  /** The column's role in a card layout. Without it, only the table shows the column. */
  part?: 'title' | 'line' | 'fact' | 'action';
  /** An action too wide to fit beside the words on a phone, where it would take half the width. It goes below them. */
  below?: (item: Item) => boolean;
  /** The content on a card, if it differs from the cell. */
  onCard?: (item: Item) => ReactNode;
  /** Replaces the head on a card. */
  icon?: IconComponent;
  /** The sort after the first press on its head, and after the second. */
  sort?: readonly [Sort, Sort];
  /** Aligns numbers at the end of their column, so that they compare. */
  end?: boolean;
  /** The class of its head and cells in the table. */
  className?: string;
  /** The expected width of its text, for the skeleton. */
  width?: string;
}

export interface DataTableProps<Item, Sort extends string = never> {
  /** What its rows are. */
  label: string;
  columns: readonly Column<Item, Sort>[];
  /** Undefined: they are on their way. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  /** Before the title. With it, a phone shows cards; without, rows. */
  picture?: (item: Item) => ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Other rows are loading; the visible ones are from before. */
  busy?: boolean;
  /** The minimum screen width of the table. Default: never. */
  tableFrom?: keyof typeof WIDTHS;
  /** Part of a card that already has a frame. */
  bare?: boolean;
  selection?: RowSelection<Item>;
}

const WIDTHS = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)' };

/** Extends a link in the title over the whole row or card. */
export const rowLink = 'after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:after:-outline-offset-2';

export function DataTable<Item, Sort extends string = never>(props: DataTableProps<Item, Sort>) {
  const isWide = useMedia(props.tableFrom ? WIDTHS[props.tableFrom] : 'not all');
  return isWide ? <WideTable {...props} /> : <Cards {...props} />;
}

const SKELETON_ROWS = 8;

function WideTable<Item, Sort extends string>(props: DataTableProps<Item, Sort>) {
  const { label, columns, items, keyOf, picture, sort, onSort, busy, selection } = props;
  const rowOf = (key: string | number, cellOf: (column: Column<Item, Sort>) => ReactNode, start: ReactNode, item?: Item) => (
    <Row key={key}>
      {selection && (
        <Cell className="relative z-10 w-px pr-0 first:pl-1">
          {item !== undefined && <SelectRow item={item} keyOf={keyOf} selection={selection} />}
        </Cell>
      )}
      {columns.map((column) => (
        <Cell key={column.head} end={column.end} className={cn(tableClass[column.part ?? 'fact'], column.className)}>
          {column.part === 'title' && picture ? (
            <div className="flex items-center gap-3">
              <div className="relative h-10 w-14 shrink-0 overflow-hidden rounded-sm bg-sunken">{start}</div>
              <div className="line-clamp-2 min-w-0 leading-snug">{cellOf(column)}</div>
            </div>
          ) : (
            cellOf(column)
          )}
        </Cell>
      ))}
    </Row>
  );
  const table = (
    <Table label={label} busy={busy}>
      <thead>
        <tr>
          {selection && (
            <Header className="w-px pr-0 first:pl-1">
              <SelectAll items={items ?? []} keyOf={keyOf} selection={selection} />
            </Header>
          )}
          {columns.map((column) => (
            <Head key={column.head} column={column} sort={sort} onSort={items && onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {items
          ? items.map((item) => rowOf(keyOf(item), ({ cell }) => cell(item), picture?.(item), item))
          : Array.from({ length: SKELETON_ROWS }, (_, index) =>
              rowOf(
                index,
                (column) => <Skeleton className={cn('h-4', column.width ?? skeletonWidth(column))} />,
                <Skeleton className="size-full" />,
              ),
            )}
      </tbody>
    </Table>
  );
  return items ? (
    table
  ) : (
    <Loading label={loading(label)}>
      <div aria-hidden>{table}</div>
    </Loading>
  );
}

const loading = (label: string) => `Loading ${label.toLowerCase()}`;

const tableClass = {
  title: 'w-full font-medium [overflow-wrap:anywhere]',
  line: 'whitespace-nowrap',
  fact: 'whitespace-nowrap',
  // Above a link that covers the row.
  action: 'relative z-10 w-px',
} as const;

const skeletonWidth = ({ part, end }: Pick<Column<never>, 'part' | 'end'>): string =>
  part === 'title' ? 'w-48 max-w-full' : part === 'action' ? 'w-8' : end ? 'ml-auto w-8' : 'w-20';

interface HeadProps<Item, Sort extends string> extends Pick<DataTableProps<Item, Sort>, 'sort' | 'onSort'> {
  column: Column<Item, Sort>;
}

function Head<Item, Sort extends string>({ column: { head, part, sort: sorts, end, className }, sort, onSort }: HeadProps<Item, Sort>) {
  if (!sorts || !onSort) {
    return (
      <Header end={end} className={className}>
        {part === 'action' ? <span className="sr-only">{head}</span> : head}
      </Header>
    );
  }
  return (
    <SortHeader end={end} className={className} sorted={sortedBy(sort, sorts)} onSort={() => onSort(nextSort(sort, sorts))}>
      {head}
    </SortHeader>
  );
}

export function sortedBy<Sort extends string>(sort: Sort | undefined, sorts: readonly [Sort, Sort]): 'ascending' | 'descending' | null {
  if (sort === undefined || !sorts.includes(sort)) return null;
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

/** The sort after a press on a column's head. */
export const nextSort = <Sort extends string>(sort: Sort | undefined, [first, second]: readonly [Sort, Sort]): Sort =>
  sort === first ? second : first;

const looks = {
  cards: {
    list: 'grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2',
    item: 'relative flex gap-3 rounded-lg border border-line bg-surface p-3 shadow-1 has-[a:focus-visible]:shadow-2',
    action: 'absolute top-1.5 right-1.5 z-10 touch:top-0.5 touch:right-0.5',
    facts: 'gap-x-3 gap-y-1',
  },
  rows: {
    list: 'divide-y divide-line rounded-lg border border-line bg-surface shadow-1',
    item: 'relative flex flex-wrap gap-2 p-4',
    action: 'relative z-10 -mt-2 -mr-2',
    facts: 'gap-x-4 gap-y-2',
  },
  bare: {
    list: 'grid grid-cols-[minmax(0,1fr)] divide-y divide-line',
    item: 'flex flex-wrap gap-x-2 gap-y-2 py-3 last:pb-0',
    action: 'self-center',
    facts: 'gap-x-3',
  },
} as const;

const below = 'relative z-10 flex w-full';

function Cards<Item, Sort extends string>(props: DataTableProps<Item, Sort>) {
  const { label, columns, items, keyOf, picture, busy, bare, selection } = props;
  const look = looks[bare ? 'bare' : picture ? 'cards' : 'rows'];
  const Title = picture ? 'h2' : 'div';
  const of = (part: Column<Item>['part']) => columns.filter((column) => column.part === part);
  if (!items) {
    return (
      <RowsSkeleton
        label={loading(label)}
        rows={bare ? 2 : SKELETON_ROWS}
        className={look.list}
        row={look.item}
        picture={picture && 'size-16 rounded-md'}
        lines={['h-5 w-3/5', 'h-4 w-2/5']}
      />
    );
  }
  return (
    <ul aria-label={label} aria-busy={busy} className={cn(look.list, 'aria-busy:stale')}>
      {items.map((item) => (
        <li key={keyOf(item)} className={look.item}>
          {selection && <SelectRow item={item} keyOf={keyOf} selection={selection} className="relative z-10 -mt-3 -ml-3 shrink-0" />}
          {picture && <div className="relative size-16 shrink-0 overflow-hidden rounded-md bg-sunken">{picture(item)}</div>}
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1 [overflow-wrap:anywhere]">
            {of('title').map((column) => (
              <Title key={column.head} className={cn('min-w-0', picture && 'mr-7 line-clamp-2 leading-snug font-semibold')}>
                {cardCell(column, item)}
              </Title>
            ))}
            {of('line').map((column) => (
              <CardField key={column.head} as="p" column={column} item={item} className="text-sm text-ink-muted" />
            ))}
            {of('fact').length > 0 && (
              <div className={cn('mt-1 flex flex-wrap items-center text-sm text-ink-muted tabular-nums', look.facts)}>
                {of('fact').map((column) => (
                  <CardField key={column.head} as="span" column={column} item={item} />
                ))}
              </div>
            )}
          </div>
          {of('action').map((column) => (
            <div key={column.head} className={!picture && column.below?.(item) ? cn(below, !bare && 'justify-end') : look.action}>
              {cardCell(column, item)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

const cardCell = <Item, Sort extends string>({ cell, onCard = cell }: Column<Item, Sort>, item: Item): ReactNode => onCard(item);

interface CardFieldProps<Item, Sort extends string> {
  as: 'p' | 'span';
  column: Column<Item, Sort>;
  item: Item;
  className?: string;
}

/** A line or a fact of a card. Omits empty values. */
function CardField<Item, Sort extends string>({ as: Tag, column, item, className }: CardFieldProps<Item, Sort>) {
  const { icon: Icon, head, part } = column;
  const said = cardCell(column, item);
  if (said === '' || said === null || said === false) return null;
  // Plain text may be a name of any length. Elements handle their own overflow.
  const isWords = typeof said === 'string';
  if (!Icon)
    return (
      <Tag className={cn('min-w-0', isWords && 'line-clamp-2', className)} title={isWords ? said : undefined}>
        {said}
      </Tag>
    );
  return (
    <Tag className={cn('flex min-w-0 items-center', part === 'fact' ? 'gap-1' : 'gap-1.5', className)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">{said}</span>
      {part === 'fact' && <span className="sr-only">{head.toLowerCase()}</span>}
    </Tag>
  );
}

/** Selection of rows for bulk actions. */
interface RowSelection<Item> {
  /** Keys of rows. Rows that are not shown don't count. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** The accessible name of the row's checkbox. */
  nameOf: (item: Item) => string;
  /** Left out: each. */
  canSelect?: (item: Item) => boolean;
}

interface SelectProps<Item> {
  keyOf: (item: Item) => string;
  selection: RowSelection<Item>;
}

function SelectRow<Item>({ item, keyOf, selection, className }: SelectProps<Item> & { item: Item; className?: string }) {
  const { selected, onChange, nameOf, canSelect } = selection;
  const key = keyOf(item);
  const isSelected = selected.has(key);
  return (
    <RowCheckbox
      label={`Select ${nameOf(item)}`}
      checked={isSelected}
      disabled={canSelect?.(item) === false}
      onChange={() => onChange(new Set(isSelected ? [...selected].filter((other) => other !== key) : [...selected, key]))}
      className={className}
    />
  );
}

/** All rows that are shown. */
function SelectAll<Item>({ items, keyOf, selection }: SelectProps<Item> & { items: readonly Item[] }) {
  const { selected, onChange, canSelect = () => true } = selection;
  const keys = items.filter(canSelect).map(keyOf);
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <RowCheckbox label="Select all" checked={isAll} disabled={keys.length === 0} onChange={() => onChange(new Set(isAll ? [] : keys))} />
  );
}
