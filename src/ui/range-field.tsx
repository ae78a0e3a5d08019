import { Field } from './field.tsx';
import { useFieldValue, useFormField } from './form.tsx';

interface RangeFieldProps {
  name: string;
  label: string;
  help?: string;
  min: number;
  max: number;
  step?: number;
  /** The value in words; also for screen readers. */
  format: (value: number) => string;
}

/** A number by a slider; the form stores it as text. Use inside a <Form>. */
export function RangeField({ name, label, help, format, ...range }: RangeFieldProps) {
  const { field, error } = useFormField(name);
  const said = format(Number(useFieldValue(name)));
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            type="range"
            {...range}
            {...field}
            {...control}
            aria-valuetext={said}
            className="h-11 min-w-0 flex-1 cursor-pointer accent-accent disabled:cursor-default disabled:opacity-55"
          />
          <output htmlFor={control.id} className="w-12 shrink-0 text-right text-sm text-ink-muted tabular-nums">
            {said}
          </output>
        </div>
      )}
    </Field>
  );
}
