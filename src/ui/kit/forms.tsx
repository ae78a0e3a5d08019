import { boolean, email, minLength, nonEmpty, object, pipe, string } from 'valibot';
import { CheckboxField, Form, RadioField, SubmitButton, TextField, useAppForm } from '#src/ui/form.tsx';
import { Panel, Section } from './section.tsx';

const schema = object({
  kind: string(),
  email: pipe(string(), nonEmpty('Enter an email address.'), email('This is no email address.')),
  password: pipe(string(), minLength(10, 'At least 10 characters.')),
  stay: boolean(),
});

/** Refuses as the server does: once for a field, once for the whole. */
function refuse(field: string | null): Promise<never> {
  const refusal = { status: field ? 422 : 503, code: field ? 'invalid_request' : 'unavailable', requestId: 'req-kit-1' };
  const errors = field ? [{ field: `body.${field}`, message: 'This address belongs to an account already.' }] : [];
  return Promise.reject(Object.assign(new Error('The server is being restarted. Try again in a minute.'), { ...refusal, errors }));
}

const defaultValues = { kind: 'one', email: 'ana@example.org', password: 'correct horse', stay: true };
const options = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
];

export function Forms() {
  const byField = useAppForm(schema, { defaultValues, submit: () => refuse('email') });
  const whole = useAppForm(schema, { defaultValues: { ...defaultValues, email: '', password: '' }, submit: () => refuse(null) });
  return (
    <Section title="Form">
      <div className="grid gap-6 md:grid-cols-2">
        {[byField, whole].map((form, index) => (
          <Panel key={index}>
            <Form form={form} failureTitle="The account could not be opened">
              <RadioField name="kind" label={`Kind ${index + 1}`} options={options} />
              <TextField name="email" label="Email" type="email" help="The first form is refused by the server for this field." />
              <TextField name="password" label="Password" type="password" />
              <CheckboxField name="stay" label="Stay signed in" />
              <SubmitButton>Send</SubmitButton>
            </Form>
          </Panel>
        ))}
      </div>
    </Section>
  );
}
