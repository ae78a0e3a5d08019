import { Children, type ReactNode } from 'react';
import { ChevronRight, CircleCheck } from '#src/ui/icons.ts';
import { Card } from './card.tsx';

/** A list of pending tasks, or a note that there are none. */
export function AttentionCard({ children }: { children: ReactNode }) {
  const isDone = Children.toArray(children).length === 0;
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
