import { Field } from './field.tsx';
import { useFieldValue, useFormField } from './form.tsx';
import { Input } from './input.tsx';

/** As the contract writes a colour. */
export const isColor = (typed: string): boolean => /^#[0-9a-f]{6}$/i.test(typed.trim());

interface ColorFieldProps {
  name: string;
  label: string;
  help?: string;
}

/** A colour, typed or picked. Stands in a <Form>. */
export function ColorField({ name, label, help }: ColorFieldProps) {
  const { field, error, set } = useFormField(name);
  const typed = String(useFieldValue(name));
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`${label}: pick`}
            value={isColor(typed) ? typed.trim().toLowerCase() : '#000000'}
            onChange={(event) => set(event.target.value)}
            className="h-10 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 disabled:cursor-default disabled:opacity-55 touch:h-12"
          />
          <Input {...field} {...control} maxLength={7} autoComplete="off" spellCheck={false} className="max-w-36 font-mono" />
        </div>
      )}
    </Field>
  );
}
