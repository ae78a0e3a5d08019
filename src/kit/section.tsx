import type { ReactNode } from 'react';

/** A part of the kit page. */
export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-6">
      <h2 className="border-b border-line pb-2 text-xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** One component, its states in a row. */
export function Specimen({ name, children, stacked, wide }: { name: string; children: ReactNode; stacked?: boolean; wide?: boolean }) {
  return (
    <div className="grid gap-3">
      <h3 className="text-sm font-medium text-ink-muted">{name}</h3>
      <div
        className={wide ? 'grid grid-cols-[minmax(0,1fr)] gap-5' : stacked ? 'grid max-w-md gap-5' : 'flex flex-wrap items-center gap-3'}
      >
        {children}
      </div>
    </div>
  );
}

/** A box around a specimen that fills its container. */
export function Panel({ children, className = 'p-5' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-lg border border-line bg-surface shadow-1 ${className}`}>{children}</div>;
}
