import { Children, isValidElement, type ReactNode } from 'react';
import { ChevronRight, CircleCheck } from '#src/ui/icons.ts';
import { Card } from './card.tsx';

/**
 * A list of pending tasks, or a note that there are none. Its children are rows, `li`, or nothing: a component that renders nothing would count as a
 * task, so what may be absent is a function.
 */
export function AttentionCard({ children }: { children: ReactNode }) {
  const isDone = rowsOf(children) === 0;
  return (
    <Card title="Needs attention">
      {isDone ? (
        <p className="flex items-center gap-2 text-ink-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
          All caught up
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">{children}</ul>
      )}
    </Card>
  );
}

/** A component other than a row could render nothing, and the card would be blank. */
function rowsOf(children: ReactNode): number {
  const rows = Children.toArray(children);
  for (const row of import.meta.env.DEV ? rows : [])
    if (!isValidElement(row) || (row.type !== AttentionRow && row.type !== 'li'))
      throw new Error('A row of AttentionCard is no AttentionRow');
  return rows.length;
}

/** For the link of a row, which covers the whole row. */
export const attentionLink = 'font-medium after:absolute after:inset-0 after:rounded-md';

interface AttentionRowProps {
  icon: ReactNode;
  note: ReactNode;
  /** A link to the task, or text if there is none. */
  children: ReactNode;
  leads?: boolean;
}

export function AttentionRow({ icon, note, leads = true, children }: AttentionRowProps) {
  return (
    <li className="relative flex min-h-13 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-hover">
      <span aria-hidden className="text-warning *:size-5">
        {icon}
      </span>
      <span className="grid min-w-0 flex-1">
        {children}
        <span className="line-clamp-2 text-sm wrap-anywhere text-ink-muted">{note}</span>
      </span>
      {leads && <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />}
    </li>
  );
}
