import { type InferOutput, nonEmpty, object, pipe, string, trim } from 'valibot';
import { TextField } from '#src/ui/form.tsx';

/** The code from an authenticator app. Phones autofill it from their built-in authenticator. */
export function AuthenticatorCodeField({ help }: { help?: string }) {
  return <TextField name="code" label="6-digit code" help={help} inputMode="numeric" autoComplete="one-time-code" />;
}

export function RecoveryCodeField() {
  return (
    <TextField
      name="code"
      label="Recovery code"
      help="One of the codes you saved when you turned on two-factor authentication. Each works once."
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}

/** Accepts an authenticator code or a recovery code. */
export function TwoFactorCodeField() {
  return (
    <TextField
      name="code"
      label="Code"
      help="The 6-digit code from your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}

export function CurrentPasswordField() {
  return <TextField name="password" label="Your password" type="password" autoComplete="current-password" />;
}

const code = pipe(string(), trim(), nonEmpty('Enter the code.'));

export const codeSchema = object({ code });
export type CodeValues = InferOutput<typeof codeSchema>;
