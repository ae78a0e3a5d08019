import type { ComponentProps, ReactNode } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '#src/ui/icons.ts';
import { cn } from './cn.ts';

interface TableProps {
  /** What its rows are. */
  label: string;
  /** New rows are loading; the visible ones are from before. */
  busy?: boolean;
  /** Without focusable content, the container itself takes the focus, so that keys can scroll it. */
  isPlain?: boolean;
  children: ReactNode;
}

/** Rows of a list for a desktop. On a phone the same data is shown as cards. */
export function Table({ label, busy, isPlain, children }: TableProps) {
  return (
    <div
      {...(isPlain && { role: 'region', tabIndex: 0, 'aria-label': label })}
      className={cn('overflow-x-auto rounded-lg border border-line bg-surface shadow-1', busy && 'stale')}
    >
      <table aria-label={label} aria-busy={busy} className="w-full border-collapse text-sm">
        {children}
      </table>
    </div>
  );
}

interface HeaderProps extends Omit<ComponentProps<'th'>, 'children'> {
  children: ReactNode;
  /** Aligns numbers at the end of their column, so that they compare. */
  end?: boolean;
}

const headerClass = 'h-10 px-3 text-xs font-medium whitespace-nowrap text-ink-muted first:pl-4 last:pr-4';

export function Header({ children, end, className, ...rest }: HeaderProps) {
  return (
    <th scope="col" {...rest} className={cn(headerClass, end ? 'text-end' : 'text-start', className)}>
      {children}
    </th>
  );
}

interface SortHeaderProps extends HeaderProps {
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
}

/** The head of a sortable column. */
export function SortHeader({ children, end, sorted, onSort, ...rest }: SortHeaderProps) {
  const Arrow = sorted === null ? ChevronsUpDown : sorted === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Header {...rest} end={end} aria-sort={sorted ?? undefined}>
      <button
        type="button"
        onClick={onSort}
        className={cn(
          '-mx-2 inline-flex h-8 items-center gap-1 rounded-sm px-2 font-medium hover:bg-hover hover:text-ink',
          end && 'flex-row-reverse',
          sorted && 'text-ink',
        )}
      >
        {children}
        <Arrow aria-hidden className={cn('size-3.5 shrink-0', sorted === null && 'opacity-50')} />
      </button>
    </Header>
  );
}

/** A row. A link with `after:absolute after:inset-0` covers the whole row. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={cn('relative border-t border-line transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover', className)}
    />
  );
}

interface CellProps extends ComponentProps<'td'> {
  end?: boolean;
}

export function Cell({ end, className, ...rest }: CellProps) {
  return <td {...rest} className={cn('h-14 px-3 py-1.5 first:pl-4 last:pr-4', end && 'text-end', className)} />;
}
