// Fields shared by the account forms, and the schemas of those forms.
import {
  boolean,
  check,
  forward,
  type InferOutput,
  literal,
  maxLength,
  minLength,
  nonEmpty,
  object,
  pipe,
  string,
  trim,
  union,
} from 'valibot';
import { emailRule } from '#src/lib/email-list.ts';
import { TextField } from '#src/ui/form.tsx';

export function NameFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField name="first_name" label="First name" autoComplete="given-name" />
      <TextField name="last_name" label="Last name" autoComplete="family-name" />
    </div>
  );
}

export function EmailField() {
  return (
    <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} />
  );
}

export function NewPasswordField({ label = 'Password' }: { label?: string }) {
  return <TextField name="password" label={label} type="password" autoComplete="new-password" help="At least 10 characters." />;
}

export const emailAddress = pipe(string(), trim(), nonEmpty('Enter your email address.'), emailRule);

export const loginSchema = object({
  email: emailAddress,
  password: pipe(string(), nonEmpty('Enter your password.')),
  remember_me: boolean(),
  end_other_sessions: boolean(),
});
export type LoginValues = InferOutput<typeof loginSchema>;

const newPassword = pipe(
  string(),
  nonEmpty('Choose a password.'),
  minLength(10, 'Use at least 10 characters.'),
  maxLength(200, 'At most 200 characters.'),
);

export const forgotPasswordSchema = object({ email: emailAddress });
export type ForgotPasswordValues = InferOutput<typeof forgotPasswordSchema>;

export const newPasswordSchema = object({ password: newPassword });
export type NewPasswordValues = InferOutput<typeof newPasswordSchema>;

export const changePasswordSchema = object({
  current_password: pipe(string(), nonEmpty('Enter your current password.')),
  password: newPassword,
});
/** For accounts without a password: a passkey proves the owner instead. */
export const firstPasswordSchema = object({ current_password: string(), password: newPassword });
export type ChangePasswordValues = InferOutput<typeof changePasswordSchema>;

const personName = (missing: string) => pipe(string(), trim(), nonEmpty(missing), maxLength(100, 'At most 100 characters.'));

/** Mirrors the contract's UpdateProfileRequest. */
export const nameSchema = object({
  first_name: personName('Enter your first name.'),
  last_name: personName('Enter your last name.'),
});

/** Guests may have a first name only. */
export const guestNameSchema = object({
  first_name: personName('Enter your name.'),
  last_name: pipe(string(), trim()),
});
export type NameValues = InferOutput<typeof nameSchema>;

/** Mirrors the contract's UpgradeRequest. */
export const upgradeSchema = object({
  first_name: personName('Enter your first name.'),
  last_name: personName('Enter your last name.'),
  email: emailAddress,
  password: newPassword,
});
export type UpgradeValues = InferOutput<typeof upgradeSchema>;

/** `upgradeSchema` for a passkey instead of a password. */
export const upgradeByPasskeySchema = object({
  first_name: personName('Enter your first name.'),
  last_name: personName('Enter your last name.'),
  email: emailAddress,
  password: string(),
});

/** Mirrors the contract's RegisterRequest. */
export const registerSchema = pipe(
  object({
    account_type: union([literal('personal'), literal('organization')]),
    first_name: personName('Enter your first name.'),
    last_name: personName('Enter your last name.'),
    email: emailAddress,
    password: newPassword,
    organization_name: pipe(string(), trim(), maxLength(120, 'At most 120 characters.')),
  }),
  forward(
    check(
      ({ account_type, organization_name }) => account_type === 'personal' || organization_name !== '',
      'Enter the name of your organization.',
    ),
    ['organization_name'],
  ),
);
export type RegisterValues = InferOutput<typeof registerSchema>;
