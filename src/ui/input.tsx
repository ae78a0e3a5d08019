import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** 16 px text on touch: below that, iOS zooms the page when the field is focused. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={cn(
        'h-10 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-ink transition-colors sm:text-sm touch:h-12 touch:text-base',
        'placeholder:text-ink-muted focus-visible:border-accent-text focus-visible:outline-offset-0 aria-invalid:border-danger',
        className,
      )}
    />
  );
}
