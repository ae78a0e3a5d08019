import { Building2, User } from 'lucide-react';
import { register } from '#src/session/actions.ts';
import { Form, RadioField, SubmitButton, TextField, useAppForm } from '#src/ui/form.tsx';
import { registrationFailure } from './registration-failure.ts';
import { registerSchema, type RegisterValues } from './schemas.ts';

const accountTypes = [
  { value: 'personal', label: 'Personal', help: 'Join events, take and share photos.', icon: <User aria-hidden className="size-4" /> },
  {
    value: 'organization',
    label: 'Organization',
    help: 'Run events. We approve it first.',
    icon: <Building2 aria-hidden className="size-4" />,
  },
] as const;

interface RegisterFormProps {
  /** Registering is also joining an event: the account is a person's own, and nothing else is asked. */
  joins?: boolean;
  onDone: () => void;
}

export function RegisterForm({ joins = false, onDone }: RegisterFormProps) {
  const form = useAppForm<RegisterValues>(registerSchema, {
    defaultValues: { account_type: 'personal', first_name: '', last_name: '', email: '', password: '', organization_name: '' },
    fieldOfCode: { email_taken: 'email', weak_password: 'password' },
    messageOf: registrationFailure,
    submit: async ({ organization_name, ...person }) => {
      await register(person.account_type === 'organization' ? { ...person, organization_name } : person);
      onDone();
    },
  });
  const isOrganization = form.hook.watch('account_type') === 'organization';
  return (
    <Form form={form} failureTitle="The account could not be opened">
      {!joins && <RadioField name="account_type" label="How will you use it?" options={accountTypes} />}
      {isOrganization && <TextField name="organization_name" label="Name of the organization" autoComplete="organization" />}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField name="first_name" label="First name" autoComplete="given-name" />
        <TextField name="last_name" label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField name="password" label="Password" type="password" autoComplete="new-password" help="At least 10 characters." />
      <SubmitButton>{joins ? 'Create account and join' : 'Create account'}</SubmitButton>
    </Form>
  );
}
