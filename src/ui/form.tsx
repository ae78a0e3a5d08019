// One way to write a form: a valibot schema, `useAppForm`, `<Form>`, fields by name. Values stay after a failure;
// what the server says about a field stands beside that field. Only for form routes: react-hook-form is not on the capture route.
import { createContext, useContext, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import {
  useForm,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { safeParseAsync, type GenericSchema } from 'valibot';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { PasswordInput } from './password-input.tsx';
import { RadioGroup, type RadioOption } from './radio-group.tsx';
import { Switch } from './switch.tsx';
import { Textarea } from './textarea.tsx';

export interface AppForm<Values extends FieldValues> {
  hook: UseFormReturn<Values>;
  /** Runs `submit` when the values pass; maps its failure to the fields and the form. */
  onSubmit: (event: React.FormEvent) => Promise<void>;
  failure: FormFailure | null;
  submitting: boolean;
}

interface FormFailure {
  message: string;
  requestId: string | null;
}

interface AppFormOptions<Values extends FieldValues> {
  defaultValues: UseFormProps<Values>['defaultValues'];
  submit: (values: Values) => Promise<unknown>;
  /** Refusals, by the server's `code`, that belong to one field: `{ email_taken: 'email' }`. */
  fieldOfCode?: Readonly<Record<string, Path<Values>>>;
  /** The sentence for a failure that no field answers for. Default: the error's own message. */
  messageOf?: (error: unknown) => string;
}

/** `schema` tells what a valid form is, each rule with its sentence. */
export function useAppForm<Values extends FieldValues>(schema: GenericSchema<Values>, options: AppFormOptions<Values>): AppForm<Values> {
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const hook = useForm<Values>({
    defaultValues: options.defaultValues,
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    // Done by <Form>: the first wrong field as one sees them, not as they were registered.
    shouldFocusError: false,
  });
  const submit = hook.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await options.submit(values);
    } catch (error) {
      const names = Object.keys(hook.getValues());
      const { fields, rest } = fieldErrors(error, names, options.fieldOfCode);
      for (const { name, message } of fields) hook.setError(name as Path<Values>, { type: 'server', message });
      if (fields.length === 0 || rest) setFailure({ message: (options.messageOf ?? messageOf)(error), requestId: requestIdOf(error) });
    }
  });
  return { hook, onSubmit: submit, failure, submitting: hook.formState.isSubmitting };
}

const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.');

/** What a refusal of the server looks like from here (ApiError of the transport; the kit knows its shape only). */
interface Refusal {
  status: number;
  code: string;
  errors: readonly { field: string; message: string }[];
  requestId: string | null;
}
const isRefusal = (error: unknown): error is Refusal & Error => error instanceof Error && 'errors' in error && 'requestId' in error;
const requestIdOf = (error: unknown) => (isRefusal(error) && error.status >= 500 ? error.requestId : null);

/**
 * The part of a refusal that belongs to fields of this form. The server names them as `body.email` or `body.address.city`.
 * `rest` tells that something was refused that no field here shows.
 */
export function fieldErrors(
  error: unknown,
  names: readonly string[],
  fieldOfCode: Readonly<Record<string, string>> = {},
): { fields: { name: string; message: string }[]; rest: boolean } {
  if (!isRefusal(error)) return { fields: [], rest: true };
  const owner = fieldOfCode[error.code];
  if (owner) return { fields: [{ name: owner, message: error.message }], rest: false };
  const fields = new Map<string, string>();
  let rest = error.errors.length === 0;
  for (const { field, message } of error.errors) {
    const name = field.replace(/^body\./, '');
    const known = names.includes(name.split('.')[0] ?? '');
    if (known && !fields.has(name)) fields.set(name, message);
    rest ||= !known;
  }
  return { fields: [...fields].map(([name, message]) => ({ name, message })), rest };
}

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

const FormContext = createContext<AppForm<FieldValues> | null>(null);

function useFormContext(): AppForm<FieldValues> {
  const form = useContext(FormContext);
  if (!form) throw new Error('A form field stands outside <Form>.');
  return form;
}

interface FormProps<Values extends FieldValues> extends Omit<ComponentProps<'form'>, 'onSubmit' | 'children'> {
  form: AppForm<Values>;
  /** "You could not be signed in": the head of the failure that no field answers for. */
  failureTitle: string;
  children: ReactNode;
}

export function Form<Values extends FieldValues>({ form, failureTitle, className, children, ...rest }: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const { submitting } = form;
  useEffect(() => {
    // After a submission that came back, to the first field that is wrong.
    if (!submitting) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitting]);
  return (
    <FormContext value={form as unknown as AppForm<FieldValues>}>
      <form {...rest} ref={element} noValidate onSubmit={(event) => void form.onSubmit(event)} className={className ?? 'grid gap-5'}>
        {form.failure && (
          <Banner tone="danger" title={failureTitle}>
            <p>{form.failure.message}</p>
            {form.failure.requestId && <p className="mt-1 font-mono text-xs select-all">Request {form.failure.requestId}</p>}
          </Banner>
        )}
        {children}
      </form>
    </FormContext>
  );
}

interface NamedField {
  name: string;
  label: string;
  help?: ReactNode;
}

type TextFieldProps = NamedField & { optional?: boolean } & Omit<ComponentProps<'input'>, 'name'>;

function useField(name: string) {
  const { hook } = useFormContext();
  const { error } = hook.getFieldState(name, hook.formState);
  return { field: hook.register(name), error: error?.message };
}

export function TextField({ name, label, help, optional, ...input }: TextFieldProps) {
  const { field, error } = useField(name);
  const Control = input.type === 'password' ? PasswordInput : Input;
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <Control {...input} {...field} {...control} />}
    </Field>
  );
}

type TextAreaFieldProps = NamedField & { optional?: boolean } & Omit<ComponentProps<'textarea'>, 'name'>;

export function TextAreaField({ name, label, help, optional, ...textarea }: TextAreaFieldProps) {
  const { field, error } = useField(name);
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <Textarea {...textarea} {...field} {...control} />}
    </Field>
  );
}

export function CheckboxField({ name, label, help }: NamedField) {
  const { field } = useField(name);
  return <Checkbox {...field} label={label} help={help} />;
}

export function SwitchField({ name, label, help }: NamedField) {
  const { field } = useField(name);
  return <Switch {...field} label={label} help={help} />;
}

export function RadioField({ name, label, options, columns }: NamedField & { options: readonly RadioOption[]; columns?: 1 | 2 }) {
  const { field, error } = useField(name);
  return <RadioGroup {...field} legend={label} options={options} columns={columns} error={error} />;
}

export function SubmitButton({ children, disabledReason }: { children: ReactNode; disabledReason?: string | null }) {
  const { submitting } = useFormContext();
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      loading={submitting}
      disabledReason={disabledReason}
      className="w-full"
      // The field left must not show its error between press and release: the button would move away from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
}
