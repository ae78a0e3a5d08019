// Reauthentication before sensitive changes: the password (plus a code if two-factor authentication is on), or a passkey.
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { check, forward, type InferOutput, object, picklist, pipe, string, trim } from 'valibot';
import type { components } from '#openapi/api.ts';
import { passkeysQuery, twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Button } from '#src/ui/button.tsx';
import { useFieldValue, useFormField } from '#src/ui/form.tsx';
import { KeyRound } from '#src/ui/icons.ts';
import { CurrentPasswordField, TwoFactorCodeField } from './code-field.tsx';

/** Schema entries for a form that asks for the proof. Check them with `isComplete`. */
export const proofEntries = {
  by: picklist(['password', 'passkey']),
  password: string(),
  code: pipe(string(), trim()),
};
export const isComplete = ({ by, password }: ProofValues) => by === 'passkey' || password !== '';
export const PASSWORD_MISSING = 'Enter your password.';

const proofSchema = pipe(
  object(proofEntries),
  forward(
    check((values) => isComplete(values), PASSWORD_MISSING),
    ['password'],
  ),
);
interface ProofValues {
  by: 'password' | 'passkey';
  password: string;
  code: string;
}
type ProofFormValues = InferOutput<typeof proofSchema>;

/** The field that shows each error code. */
export const proofFieldByCode = { wrong_password: 'password', wrong_code: 'code', code_required: 'code' } as const;

/** Initial values; undefined until the account's login methods are loaded. */
export function useProofDefaults() {
  const query = useQuery(passkeysQuery);
  const values: ProofFormValues | undefined = query.data && {
    by: query.data.has_password ? 'password' : 'passkey',
    password: '',
    code: '',
  };
  return { values, query };
}

/** Prompts for the passkey if the person chose it. */
export async function toOwnerProof({ by, password, code }: ProofValues): Promise<components['schemas']['OwnerProofRequest']> {
  if (by === 'password') return { password, ...(code !== '' && { code }) };
  const { reauthenticateWithPasskey: proveByPasskey } = await import('#src/session/passkeys.ts');
  return { passkey: await proveByPasskey() };
}

interface ProofFieldsProps {
  /** Whether to ask for a code too if two-factor authentication is on. */
  asksCode?: boolean;
}

/** The fields of `proofEntries`: password and code, or a passkey. */
export function ProofFields({ asksCode = true }: ProofFieldsProps) {
  const { data: list } = useQuery(passkeysQuery);
  const { data: twoFactor } = useQuery(twoFactorQuery);
  const byPasskey = useFieldValue('by') === 'passkey';
  const { set } = useFormField('by');
  const canSwitch = list !== undefined && list.has_password && list.items.length > 0 && canUsePasskeys();
  return (
    <div className="grid gap-5">
      {byPasskey ? (
        <p className="flex items-start gap-3 rounded-md bg-hover p-4 text-sm">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
          Your browser will ask for your passkey when you continue.
        </p>
      ) : (
        <>
          <CurrentPasswordField />
          {asksCode && twoFactor?.is_on && <TwoFactorCodeField />}
        </>
      )}
      {canSwitch && (
        <Button
          variant="quiet"
          className="justify-self-start"
          icon={!byPasskey && <KeyRound aria-hidden className="size-4" />}
          // Keeps focus: a validation error on blur would shift the button between press and release.
          onMouseDown={(pressed) => pressed.preventDefault()}
          onClick={() => set(byPasskey ? 'password' : 'passkey')}
        >
          {byPasskey ? 'Use your password' : 'Use a passkey instead'}
        </Button>
      )}
    </div>
  );
}

type Sheet<Result> = ComponentProps<typeof SheetForm<ProofFormValues, Result>>;

interface ProofFormProps<Result> extends Pick<
  Sheet<Result>,
  'title' | 'description' | 'submitLabel' | 'failureTitle' | 'onDone' | 'onClose'
> {
  asksCode?: boolean;
  submit: (proof: components['schemas']['OwnerProofRequest']) => Promise<Result>;
}

/** A form that asks for the proof only. */
export function ProofForm<Result>({ submit, asksCode, ...sheet }: ProofFormProps<Result>) {
  const start = useProofDefaults();
  return (
    <SheetForm
      {...sheet}
      {...start}
      offline="This needs a connection."
      schema={proofSchema}
      fieldByCode={proofFieldByCode}
      submit={async (values) => submit(await toOwnerProof(values))}
    >
      <ProofFields asksCode={asksCode} />
    </SheetForm>
  );
}
