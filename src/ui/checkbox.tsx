import { useId, type ComponentProps, type ReactNode } from 'react';
import { Check } from '#src/ui/icons.ts';
import { cn } from './cn.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  help?: ReactNode;
}

/** The native checkbox in our style; the whole line is the target. */
export function Checkbox({ label, help, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn('grid', className)}>
      <label htmlFor={id} className="flex min-h-8 items-center gap-3 text-sm touch:min-h-11">
        <Box {...rest} id={id} aria-describedby={help ? `${id}-help` : undefined} />
        {label}
      </label>
      {help && (
        <p id={`${id}-help`} className="pl-8 text-sm text-ink-muted">
          {help}
        </p>
      )}
    </div>
  );
}

/** The checkbox of a row: its label is read out, and its target is large enough for a finger. */
export function RowCheckbox({ label, className, ...rest }: Omit<CheckboxProps, 'help'>) {
  const id = useId();
  return (
    <label htmlFor={id} className={cn('grid size-11 place-items-center', className)}>
      <span className="sr-only">{label}</span>
      <Box {...rest} id={id} />
    </label>
  );
}

function Box(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative grid size-5 shrink-0 place-items-center">
      <input
        {...props}
        type="checkbox"
        className="peer absolute inset-0 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent aria-invalid:border-danger disabled:opacity-40"
      />
      <Check aria-hidden strokeWidth={3} className="pointer-events-none relative hidden size-3.5 text-on-accent peer-checked:block" />
    </span>
  );
}
