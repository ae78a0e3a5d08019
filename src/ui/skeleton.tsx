import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A gray placeholder. Give it the size and radius of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'block animate-shimmer rounded-sm bg-[linear-gradient(100deg,var(--hover)_40%,var(--pressed)_50%,var(--hover)_60%)] bg-[length:200%_100%]',
        className,
      )}
    />
  );
}

/** A group of skeletons, announced once to screen readers. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div aria-live="polite" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
