import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Several lines of text. Grows with what is written where the engine can. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={cn(
        'field-sizing-content max-h-80 min-h-20 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors sm:text-sm touch:text-base',
        'placeholder:text-ink-muted focus-visible:border-accent-text focus-visible:outline-offset-0 aria-invalid:border-danger',
        className,
      )}
    />
  );
}
