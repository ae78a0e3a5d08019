import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from './cn.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string;
  /** The effect, below the label. */
  help?: ReactNode;
}

/** A checkbox exposed as a switch. Its native state replaces `aria-checked`. */
const AS_SWITCH = { type: 'checkbox', role: 'switch' } as const;

/** A labeled switch; the whole line is the target. The native checkbox underneath works with forms and screen readers. */
export function Switch({ label, help, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className={cn('grid', className)}>
      <label
        htmlFor={id}
        className="flex min-h-8 items-center justify-between gap-4 text-sm font-medium has-disabled:opacity-55 touch:min-h-11"
      >
        {label}
        <span className="relative inline-flex h-6 w-10 shrink-0">
          <input
            {...rest}
            id={id}
            {...AS_SWITCH}
            aria-describedby={help ? `${id}-help` : undefined}
            className="peer absolute inset-0 appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-line-strong transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
          />
        </span>
      </label>
      {help && (
        <p id={`${id}-help`} className="pr-14 text-sm text-ink-muted">
          {help}
        </p>
      )}
    </div>
  );
}
