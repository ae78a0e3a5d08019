// The parts of a form: `<Form>` around fields that are identified by name. `useAppForm` (src/shell/app-form.ts) manages its values and submits
// them. Only for form routes: react-hook-form is not loaded on the capture route.
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { Eye, EyeOff } from '#src/ui/icons.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { cn } from './cn.ts';
import { focusInto } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { RadioGroup, type RadioOption } from './radio-group.tsx';
import { Select, type SelectOption } from './select.tsx';
import { Switch } from './switch.tsx';

export interface AppForm<Values extends FieldValues> {
  hook: UseFormReturn<Values>;
  /** Runs `submit` with valid values; maps its failure to the fields and the form. */
  onSubmit: (event: React.FormEvent) => Promise<void>;
  failure: FormFailure | null;
  submitting: boolean;
}

export interface FormFailure {
  message: string;
  requestId: string | null;
}

const FormContext = createContext<AppForm<FieldValues> | null>(null);

function useFormContext(): AppForm<FieldValues> {
  const form = useContext(FormContext);
  if (!form) throw new Error('A form field is used outside <Form>.');
  return form;
}

interface FormProps<Values extends FieldValues> extends Omit<ComponentProps<'form'>, 'onSubmit' | 'children'> {
  form: AppForm<Values>;
  /** "You couldn’t log in": the title of a failure that belongs to no field. */
  failureTitle: string;
  children: ReactNode;
}

export function Form<Values extends FieldValues>({ form, failureTitle, className, children, ...rest }: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const { submitting } = form;
  useEffect(() => {
    // After a failed submit, focuses the first invalid field.
    if (!submitting) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitting]);
  useEffect(() => {
    // The left field must not show its error between press and release: a choice would move away from under the pointer.
    const keepFocus = (pressed: MouseEvent) => {
      if (pressed.target instanceof Element && pressed.target.closest('label')) pressed.preventDefault();
    };
    const form = element.current;
    form?.addEventListener('mousedown', keepFocus);
    return () => form?.removeEventListener('mousedown', keepFocus);
  }, []);
  useEffect(() => {
    // Its dialog opened before the form existed.
    const dialog = element.current?.closest<HTMLElement>('[role="dialog"]');
    if (dialog && dialog === document.activeElement) focusInto(dialog);
  }, []);
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

/** A field by its name: the props of its control, its error, and a setter for controls that aren't native inputs. */
export function useFormField(name: string) {
  const { hook } = useFormContext();
  const { error } = hook.getFieldState(name, hook.formState);
  const set = (value: unknown) => hook.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  return { field: hook.register(name), error: error?.message, set };
}

/** The initial value of a field, or the last saved one. */
export function useFieldDefault(name: string): unknown {
  return useFormContext().hook.formState.defaultValues?.[name];
}

/** The current value of a field. */
export function useFieldValue(name: string): unknown {
  return useFormContext().hook.watch(name);
}

export function TextField({ name, label, help, optional, ...input }: TextFieldProps) {
  const { field, error } = useFormField(name);
  const Control = input.type === 'password' ? PasswordInput : Input;
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <>
          <Control {...input} {...field} {...control} />
          {hasCharacterCounter(input.maxLength) && <CharactersLeft name={name} most={input.maxLength} />}
        </>
      )}
    </Field>
  );
}

type TextAreaFieldProps = NamedField & { optional?: boolean } & Omit<ComponentProps<'textarea'>, 'name'>;

export function TextAreaField({ name, label, help, optional, ...textarea }: TextAreaFieldProps) {
  const { field, error } = useFormField(name);
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <>
          <Textarea {...textarea} {...field} {...control} />
          {hasCharacterCounter(textarea.maxLength) && <CharactersLeft name={name} most={textarea.maxLength} />}
        </>
      )}
    </Field>
  );
}

/** Shorter limits need no counter. */
const MIN_COUNTED_LENGTH = 20;
const hasCharacterCounter = (most: number | undefined): most is number => most !== undefined && most >= MIN_COUNTED_LENGTH;

/** Shown close to the limit: browsers silently drop text typed or pasted beyond it. */
function CharactersLeft({ name, most }: { name: string; most: number }) {
  const { control } = useFormContext().hook;
  const left = most - String(useWatch({ control, name }) ?? '').length;
  return (
    <div aria-live="polite" className="contents">
      {left <= Math.max(10, most / 10) && (
        <p className="text-sm text-ink-muted tabular-nums">
          {left > 0 ? `${pluralize(left, 'character', 'characters')} left` : `No characters left. The limit is ${formatCount(most)}.`}
        </p>
      )}
    </div>
  );
}

export function CheckboxField({ name, label, help }: NamedField) {
  const { field } = useFormField(name);
  return <Checkbox {...field} label={label} help={help} />;
}

export function SwitchField({ name, label, help, disabled }: NamedField & { disabled?: boolean }) {
  const { field } = useFormField(name);
  return <Switch {...field} label={label} help={help} disabled={disabled ?? field.disabled} />;
}

export function RadioField({ name, label, options, columns }: NamedField & { options: readonly RadioOption[]; columns?: 1 | 2 }) {
  const { field, error } = useFormField(name);
  return <RadioGroup {...field} legend={label} options={options} columns={columns} error={error} />;
}

type SelectFieldProps = NamedField & { options: readonly SelectOption[] };

export function SelectField({ name, label, help, options }: SelectFieldProps) {
  const value = String(useFieldValue(name));
  const { field, error, set } = useFormField(name);
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <Select {...control} {...field} options={options} value={value} onChange={set} />}
    </Field>
  );
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
      // The left field must not show its error between press and release: the button would move away from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
}

/** Several lines of text. Grows with its content where the engine can. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={cn(
        'field-sizing-content max-h-80 min-h-20 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors sm:text-sm touch:text-base',
        'placeholder:text-ink-muted focus-visible:border-accent-text focus-visible:outline-offset-0 aria-invalid:border-danger',
        className,
      )}
    />
  );
}

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" autoCorrect="off" spellCheck={false} className="pr-12" />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}

/** Several addresses at once; parse them with `parseEmails`. */
export function EmailsField() {
  return (
    <TextAreaField
      name="emails"
      label="Email addresses"
      placeholder="ana@example.org, ben@example.org"
      help="Separate with commas."
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
