import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface StatProps {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  /** It asks to be looked at. */
  strong?: boolean;
  className?: string;
}

/** A figure with its name, for use in a `dl`. If the value is a link, the link covers the whole stat. */
export function Stat({ name, value, note, strong, className }: StatProps) {
  return (
    <div className={cn('relative grid min-w-0 content-start gap-0.5 rounded-lg border border-line bg-surface p-4 shadow-1', className)}>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className={cn('text-xl font-semibold wrap-anywhere tabular-nums', strong && 'text-accent-text')}>{value}</dd>
      {note && <dd className="text-xs wrap-anywhere text-ink-muted tabular-nums">{note}</dd>}
    </div>
  );
}

/** A dash in place of a figure, with its meaning for screen readers. */
export function NoValue({ words }: { words: string }) {
  return (
    <span className="text-ink-muted">
      <span aria-hidden>—</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
