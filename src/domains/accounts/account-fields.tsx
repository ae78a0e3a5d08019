// The fields that forms of accounts have in common.
import { TextField } from '#src/ui/form.tsx';

export function NameFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField name="first_name" label="First name" autoComplete="given-name" />
      <TextField name="last_name" label="Last name" autoComplete="family-name" />
    </div>
  );
}

/** What one logs in by. */
export function EmailField() {
  return (
    <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} />
  );
}

export function NewPasswordField({ label = 'Password' }: { label?: string }) {
  return <TextField name="password" label={label} type="password" autoComplete="new-password" help="At least 10 characters." />;
}
