// Form values from a valibot schema, and their submission. Values survive a failure; server errors of a field are shown beside it, all others above
// the fields.
import { useState } from 'react';
import { useForm, type FieldErrors, type FieldValues, type Path, type Resolver, type UseFormProps } from 'react-hook-form';
import { safeParseAsync, type GenericSchema } from 'valibot';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import type { AppForm, FormFailure } from '#src/ui/form.tsx';
import { describeFailure } from './failure.ts';

/** Maps the errors of the server to the form. */
export interface FormErrorOptions<Values extends FieldValues> {
  /** Error codes of the server that belong to one field: `{ email_taken: 'email' }`. */
  fieldByCode?: Readonly<Record<string, Path<Values>>>;
  /** The sentence for a failure that belongs to no field. By default, or if it returns null: the detail of `describeFailure`. */
  messageOf?: (error: unknown) => string | null;
}

interface AppFormOptions<Values extends FieldValues> extends FormErrorOptions<Values> {
  defaultValues: UseFormProps<Values>['defaultValues'];
  submit: (values: Values) => Promise<unknown>;
}

/** @param schema the rules of the form, each with its message */
export function useAppForm<Values extends FieldValues>(schema: GenericSchema<Values>, options: AppFormOptions<Values>): AppForm<Values> {
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const hook = useForm<Values>({
    defaultValues: options.defaultValues,
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    // Done by <Form>: it focuses the first invalid field in visual order, not in order of registration.
    shouldFocusError: false,
  });
  const submit = hook.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await options.submit(values);
    } catch (error) {
      const names = Object.keys(hook.getValues());
      const { fields, rest } = fieldErrors(error, names, options.fieldByCode);
      for (const { name, message } of fields) hook.setError(name as Path<Values>, { type: 'server', message });
      if (fields.length > 0 && !rest) return;
      const { detail, requestId } = describeFailure(error);
      const isServersFault = error instanceof ApiError && error.status >= 500;
      const words = error instanceof NetworkError ? `${detail} Check your connection, then try again.` : detail;
      setFailure({ message: options.messageOf?.(error) ?? words, requestId: isServersFault ? requestId : null });
    }
  });
  return { hook, onSubmit: submit, failure, submitting: hook.formState.isSubmitting };
}

/**
 * The part of an error that belongs to fields of this form. The server names them as `body.email` or `body.address.city`. `rest`: the error also
 * concerns fields that this form does not show.
 */
export function fieldErrors(
  error: unknown,
  names: readonly string[],
  fieldOfCode: Readonly<Record<string, string>> = {},
): { fields: { name: string; message: string }[]; rest: boolean } {
  if (!(error instanceof ApiError)) return { fields: [], rest: true };
  const owner = fieldOfCode[error.code];
  if (owner) return { fields: [{ name: owner, message: error.message }], rest: false };
  const fields = new Map<string, string>();
  let rest = error.errors.length === 0;
  for (const { field, message } of error.errors) {
    const name = field.replace(/^body\./, '');
    const known = names.includes(name.split('.')[0] ?? '');
    if (known && !fields.has(name)) fields.set(name, asSentence(message));
    rest ||= !known;
  }
  return { fields: [...fields].map(([name, message]) => ({ name, message })), rest };
}

/** The server continues the name of the field: "must be an email address". Beside the field it stands alone. */
const asSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;

function valibotResolver<Values extends FieldValues>(schema: GenericSchema<Values>): Resolver<Values> {
  return async (values) => {
    const result = await safeParseAsync(schema, values);
    if (result.success) return { values: result.output, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.issues) {
      const name = issue.path?.map((item) => String(item.key)).join('.') ?? 'root';
      errors[name] ??= { type: issue.type, message: issue.message };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
