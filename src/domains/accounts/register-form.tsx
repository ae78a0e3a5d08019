import { Building2, User } from 'lucide-react';
import { register } from '#src/session/sign-in.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { Form, RadioField, SubmitButton, TextField } from '#src/ui/form.tsx';
import { EmailField, NameFields, NewPasswordField } from './account-fields.tsx';
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
  /** What is chosen to begin with. */
  account?: RegisterValues['account_type'];
  /** Registering is also joining an event: the account is a person's own, and nothing else is asked. */
  joins?: boolean;
  /** The address that was invited: the account is a person's own, too. */
  email?: string;
  onDone: () => void;
}

export function RegisterForm({ account = 'personal', joins = false, email, onDone }: RegisterFormProps) {
  const form = useAppForm<RegisterValues>(registerSchema, {
    defaultValues: { account_type: account, first_name: '', last_name: '', email: email ?? '', password: '', organization_name: '' },
    fieldOfCode: { email_taken: 'email', weak_password: 'password' },
    messageOf: registrationFailure,
    submit: async ({ organization_name, ...person }) => {
      await register(person.account_type === 'organization' ? { ...person, organization_name } : person);
      onDone();
    },
  });
  const isOrganization = form.hook.watch('account_type') === 'organization';
  return (
    <Form form={form} failureTitle="Couldn’t create your account">
      {!joins && email === undefined && <RadioField name="account_type" label="How will you use it?" options={accountTypes} />}
      {isOrganization && <TextField name="organization_name" label="Name of the organization" autoComplete="organization" />}
      <NameFields />
      <EmailField />
      <NewPasswordField />
      <SubmitButton>{joins ? 'Create account and join' : 'Create account'}</SubmitButton>
    </Form>
  );
}
