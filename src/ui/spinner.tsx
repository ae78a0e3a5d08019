import { LoaderCircle } from '#src/ui/icons.ts';
import { cn } from './cn.ts';

/** Decoration inside a control that says in words what it is doing. Never the only sign of loading on a screen. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('animate-spin', className ?? 'size-4')} />;
}
