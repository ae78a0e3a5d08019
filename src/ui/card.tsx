import { useId, type ReactNode } from 'react';
import { cn } from './cn.ts';

interface CardProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Beside the title: a button, a menu. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of a page with its heading. */
export function Card({ title, lead, actions, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn('grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-lg border border-line bg-surface p-5 shadow-1', className)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 id={id} className="line-clamp-2 text-base leading-snug font-semibold wrap-anywhere">
            {title}
          </h2>
          {lead && <p className="text-sm wrap-anywhere text-ink-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
