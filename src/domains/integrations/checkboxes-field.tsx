import { useId } from 'react';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { useFieldValue, useFormField } from '#src/ui/form.tsx';

interface CheckboxesFieldProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; help: string }[];
}

/** A field whose value is a list of the chosen options. */
export function CheckboxesField({ name, legend, options }: CheckboxesFieldProps) {
  const errorId = useId();
  const chosen = useFieldValue(name) as readonly string[];
  const { error, set } = useFormField(name);
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {options.map(({ value, label, help }) => (
        <Checkbox
          key={value}
          label={label}
          help={help}
          checked={chosen.includes(value)}
          onChange={({ currentTarget }) =>
            // In the order of the options.
            set(options.map((option) => option.value).filter((other) => (other === value ? currentTarget.checked : chosen.includes(other))))
          }
        />
      ))}
      <div aria-live="polite" className="contents">
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </fieldset>
  );
}
