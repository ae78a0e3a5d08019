import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { upgradeGuest } from '#src/session/guests.ts';
import { register } from '#src/session/sign-in.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, RadioField, SubmitButton, TextField } from '#src/ui/form.tsx';
import { Building2, User } from '#src/ui/icons.ts';
import {
  EmailField,
  NameFields,
  NewPasswordField,
  registerSchema,
  type RegisterValues,
  upgradeByPasskeySchema,
  upgradeSchema,
  type UpgradeValues,
} from './account-fields.tsx';
import { registrationQuery } from './queries.ts';

type Registration = components['schemas']['PlatformRegistration'];

const accountTypes = ({ personal, organization }: Registration) => [
  ...(personal === 'closed'
    ? []
    : [
        {
          value: 'personal' as const,
          label: 'Personal',
          help: 'Join events, take and share photos.',
          icon: <User aria-hidden className="size-4" />,
        },
      ]),
  ...(organization === 'closed'
    ? []
    : [
        {
          value: 'organization' as const,
          label: 'Organization',
          help: organization === 'open' ? 'Run events.' : 'Run events. Requires approval.',
          icon: <Building2 aria-hidden className="size-4" />,
        },
      ]),
];

/** Explains a missing account type. */
function closedNote({ personal, organization }: Registration): string | null {
  if (personal === 'closed')
    return `Only organizations can register here. Personal accounts are by invitation.${organization === 'approval' ? ' We approve each organization before it can run events.' : ''}`;
  return organization === 'closed' ? 'Only personal accounts can register here.' : null;
}

/** Most common settings, shown until the server answers. The server enforces the real ones. */
const DEFAULT_REGISTRATION: Registration = { personal: 'open', organization: 'approval' };

interface RegisterFormProps {
  /** Selected initially. */
  account?: RegisterValues['account_type'];
  /** Registering also joins an event, always as a personal account. */
  joins?: boolean;
  /** The invited address, always for a personal account. */
  email?: string;
  onDone: () => void;
}

/** Invited people can register even if registration is closed: the server recognizes their address. */
export function RegisterForm({ account = 'personal', joins = false, email, onDone }: RegisterFormProps) {
  const { data: registration = DEFAULT_REGISTRATION } = useQuery(registrationQuery);
  const types = accountTypes(registration);
  const [first] = types;
  if (joins || email !== undefined) return <Fields account="personal" types={[]} joins={joins} email={email} onDone={onDone} />;
  if (!first)
    return (
      <Banner title="Registration is closed">
        New accounts are by invitation only. If you were invited, open the link in the invitation email.
      </Banner>
    );
  const chosen = types.find(({ value }) => value === account) ?? first;
  return <Fields account={chosen.value} types={types} note={closedNote(registration)} joins={false} onDone={onDone} />;
}

interface FieldsProps {
  account: RegisterValues['account_type'];
  types: ReturnType<typeof accountTypes>;
  note?: string | null;
  joins: boolean;
  email?: string | undefined;
  onDone: () => void;
}

function Fields({ account, types, note, joins, email, onDone }: FieldsProps) {
  const form = useAppForm<RegisterValues>(registerSchema, {
    defaultValues: { account_type: account, first_name: '', last_name: '', email: email ?? '', password: '', organization_name: '' },
    fieldByCode: { email_taken: 'email', weak_password: 'password' },
    messageOf: registrationFailure,
    submit: async ({ organization_name, ...person }) => {
      await register(person.account_type === 'organization' ? { ...person, organization_name } : person);
      onDone();
    },
  });
  const chosen = form.hook.watch('account_type');
  const isOrganization = chosen === 'organization';
  const isOffered = types.length > 0 ? types.some(({ value }) => value === chosen) : chosen === account;
  const { setValue } = form.hook;
  useEffect(() => {
    // The settings may arrive after the first keystrokes: change the type without resetting the form.
    if (!isOffered) setValue('account_type', account);
  }, [isOffered, account, setValue]);
  return (
    <Form form={form} failureTitle="Couldn’t create your account">
      {note && <p className="text-sm text-ink-muted">{note}</p>}
      {types.length > 1 && <RadioField name="account_type" label="How will you use it?" options={types} />}
      {isOrganization && <TextField name="organization_name" label="Organization name" autoComplete="organization" />}
      <NameFields />
      <EmailField />
      <NewPasswordField />
      <SubmitButton>{joins ? 'Create account and join' : 'Create account'}</SubmitButton>
    </Form>
  );
}

/** docs/product.md, Calls and errors: the server's detail message, else the generic message, else 'Failed to register'. */
export function registrationFailure(error: unknown): string {
  if (error instanceof ApiError && error.fromServer && error.message) return error.message;
  return (error instanceof Error && error.message) || 'Failed to register';
}

interface UpgradeFormProps {
  /** The guest's name, prefilled. */
  name: string;
  /** The invited address, prefilled. */
  email?: string;
  onDone: () => void;
}

/** Upgrades a guest to a full account. */
export function UpgradeForm({ name, email = '', onDone }: UpgradeFormProps) {
  const [first = '', ...last] = name.split(' ');
  const [byPasskey, setByPasskey] = useState(false);
  const form = useAppForm<UpgradeValues>(byPasskey ? upgradeByPasskeySchema : upgradeSchema, {
    defaultValues: { first_name: first, last_name: last.join(' '), email, password: '' },
    fieldByCode: { email_taken: 'email', weak_password: 'password' },
    messageOf: registrationFailure,
    submit: async ({ password, ...person }) => {
      if (byPasskey) await (await import('#src/session/passkeys.ts')).upgradeGuestWithPasskey(person);
      else await upgradeGuest({ ...person, password });
      onDone();
    },
  });
  return (
    <Form form={form} failureTitle="Couldn’t create your account">
      <NameFields />
      <EmailField />
      {byPasskey ? (
        <p className="text-sm text-ink-muted">
          Your browser will create a passkey when you continue. You’ll then log in with your fingerprint, face or PIN.
        </p>
      ) : (
        <NewPasswordField />
      )}
      <SubmitButton>{byPasskey ? 'Create account with a passkey' : 'Create account'}</SubmitButton>
      {canUsePasskeys() && (
        <Button
          variant="quiet"
          size="lg"
          // Keeps focus: a validation error on blur would shift the button between press and release.
          onMouseDown={(pressed) => pressed.preventDefault()}
          onClick={() => setByPasskey(!byPasskey)}
        >
          {byPasskey ? 'Use a password instead' : 'Use a passkey instead of a password'}
        </Button>
      )}
    </Form>
  );
}
