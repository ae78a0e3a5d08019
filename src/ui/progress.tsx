import { cn } from './cn.ts';

interface ProgressProps {
  /** The name of the progress bar, for screen readers. */
  label: string;
  /** 0 to 1; null when the amount is not known yet. */
  value: number | null;
  className?: string;
}

export function Progress({ label, value, className }: ProgressProps) {
  const known = value === null ? null : Math.min(Math.max(value, 0), 1);
  return (
    <div className={cn('h-1.5 overflow-hidden rounded-full bg-pressed', className)}>
      <progress aria-label={label} max={1} value={known ?? undefined} className="sr-only" />
      <div
        aria-hidden
        style={known === null ? undefined : { width: `${known * 100}%` }}
        className={cn('h-full rounded-full bg-accent transition-[width]', known === null && 'w-2/5 animate-pulse')}
      />
    </div>
  );
}
