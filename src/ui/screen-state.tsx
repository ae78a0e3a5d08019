import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export interface ScreenStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The one thing to do, perhaps a second. */
  actions?: ReactNode;
  /** Quiet facts below: a request id. */
  note?: ReactNode;
  /** How it is read out when it appears: at once (a failure), or when the reader pauses. */
  announce?: 'at-once' | 'politely';
  /** `page` when nothing else stands on the screen: larger, and the title is the page's heading. */
  as?: 'page' | 'part';
  className?: string;
}

/** The shape that empty, failed, offline and not-found share. */
export function ScreenState({ icon, title, children, actions, note, announce, as = 'part', className }: ScreenStateProps) {
  const Title = as === 'page' ? 'h1' : 'h2';
  return (
    <div
      role={announce === 'at-once' ? 'alert' : undefined}
      aria-live={announce === 'politely' ? 'polite' : undefined}
      className={cn(
        'mx-auto grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-4 py-12 text-center wrap-anywhere',
        className,
      )}
    >
      <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-full bg-hover text-ink-muted [&_svg]:size-6">
        {icon}
      </span>
      <Title className={as === 'page' ? 'text-2xl font-semibold text-balance' : 'text-lg font-semibold text-balance'}>{title}</Title>
      {children && <div className="text-ink-muted text-balance">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      {note && <p className="mt-4 font-mono text-xs text-ink-muted select-all">{note}</p>}
    </div>
  );
}
