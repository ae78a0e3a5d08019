import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Field } from './field.tsx';
import { useFieldValue, useFormField } from './form.tsx';
import { Input } from './input.tsx';

/** As the contract writes a color. */
export const isColor = (typed: string): boolean => /^#[0-9a-f]{6}$/i.test(typed.trim());

interface ColorFieldProps {
  name: string;
  label: string;
  help?: string;
  /** The value that applies without a color: "None". Shown while the field is empty. */
  unset?: string;
}

/** A color, typed or picked, or none. Use inside a <Form>. */
export function ColorField({ name, label, help, unset }: ColorFieldProps) {
  const { field, error, set } = useFormField(name);
  const typed = String(useFieldValue(name));
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            type="color"
            aria-label={typed === '' && unset ? `${label}: pick a color (${unset.toLowerCase()})` : `${label}: pick a color`}
            value={isColor(typed) ? typed.trim().toLowerCase() : '#000000'}
            onChange={(event) => set(event.target.value)}
            className={cn(
              'h-10 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 disabled:cursor-default disabled:opacity-55 touch:h-12',
              typed === '' && 'border-dashed [&::-moz-color-swatch]:opacity-0 [&::-webkit-color-swatch]:opacity-0',
            )}
          />
          <Input
            {...field}
            {...control}
            maxLength={7}
            placeholder={unset}
            autoComplete="off"
            spellCheck={false}
            className="max-w-36 font-mono placeholder:font-sans"
          />
          {unset !== undefined && typed !== '' && (
            <Button
              variant="quiet"
              aria-label={`Reset ${label.toLowerCase()}`}
              onClick={() => {
                set('');
                document.getElementById(control.id)?.focus();
              }}
            >
              Reset
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
