import { useQuery } from '@tanstack/react-query';
import { passkeysQuery, twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { canUsePasskeys } from '#src/lib/passkey-support.ts';
import { Button } from '#src/ui/button.tsx';
import { useFieldValue, useFormField } from '#src/ui/form.tsx';
import { KeyRound } from '#src/ui/icons.ts';
import { TwoFactorCodeField, CurrentPasswordField } from './code-field.tsx';

interface ProofFieldsProps {
  /** Whether a password needs a code beside it, where two-factor authentication is on. */
  asksCode?: boolean;
}

/** The fields of `proofEntries`: password and code, or the passkey instead of both. */
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
          // The field left must not show its error between press and release: the button would move away from under the pointer.
          onMouseDown={(pressed) => pressed.preventDefault()}
          onClick={() => set(byPasskey ? 'password' : 'passkey')}
        >
          {byPasskey ? 'Use your password' : 'Use a passkey instead'}
        </Button>
      )}
    </div>
  );
}
