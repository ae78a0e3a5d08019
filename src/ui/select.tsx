import type { ComponentProps } from 'react';
import { ChevronDown } from '#src/ui/icons.ts';
import { cn } from './cn.ts';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
}

export interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'size' | 'children'> {
  options: readonly SelectOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Why it is disabled; shown as its tooltip. */
  disabledReason?: string | null | false;
  size?: 'sm' | 'md';
}

/** The native select: good on a phone and for keyboards. Label it with a field or `aria-label`. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  disabledReason,
  size = 'md',
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={cn('relative inline-flex min-w-0', className)}>
      <select
        {...rest}
        value={value}
        disabled={Boolean(disabledReason)}
        title={disabledReason || undefined}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
        className={cn(
          'w-full min-w-0 appearance-none truncate rounded-md border border-line-strong bg-surface pr-8 pl-3 text-base text-ink transition-colors sm:text-sm touch:min-h-11 touch:text-base',
          'focus-visible:border-accent-text focus-visible:outline-offset-0 disabled:opacity-55',
          size === 'sm' ? 'h-8' : 'h-10',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-ink-muted" />
    </span>
  );
}
