import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { FieldError } from './field.tsx';

export interface RadioOption {
  value: string;
  label: string;
  help?: string;
  icon?: ReactNode;
}

interface RadioGroupProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'children'> {
  legend: string;
  options: readonly RadioOption[];
  /** The selected value of a controlled group. */
  value?: string;
  /** The initial value of an uncontrolled group. */
  defaultValue?: string;
  error?: string | undefined;
  /** Side by side from 640 px, or always stacked. */
  columns?: 1 | 2 | 3;
}

/** A single choice as cards. Native radio buttons: arrow keys, form reset and form libraries work. */
export function RadioGroup({ legend, options, value, defaultValue, error, columns = 2, ...input }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={cn('grid gap-2', columns === 2 && 'sm:grid-cols-2', columns === 3 && 'sm:grid-cols-3')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 gap-3 rounded-md border border-line bg-control p-3 transition-colors hover:border-line-strong has-checked:border-accent-text has-checked:bg-accent-soft has-disabled:opacity-60 has-disabled:hover:border-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
              aria-describedby={option.help ? `${id}-${option.value}` : undefined}
              aria-labelledby={`${id}-${option.value}-label`}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent"
            />
            <span className="grid content-start gap-0.5">
              <span id={`${id}-${option.value}-label`} className="flex items-center gap-2 text-sm font-medium">
                {option.icon}
                {option.label}
              </span>
              {option.help && (
                <span id={`${id}-${option.value}`} className="text-sm text-ink-muted">
                  {option.help}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
