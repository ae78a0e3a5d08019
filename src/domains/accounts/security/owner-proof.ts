// What proves, once more, that an account is one's own: the password, with a code where two-factor authentication is on, or a passkey.
import { useQuery } from '@tanstack/react-query';
import { check, forward, object, picklist, pipe, string, trim, type InferOutput } from 'valibot';
import type { components } from '#openapi/api.ts';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';

/** For the schema of a form that asks for it; `isComplete` checks it. */
export const proofEntries = {
  by: picklist(['password', 'passkey']),
  password: string(),
  code: pipe(string(), trim()),
};
export const isComplete = ({ by, password }: ProofValues) => by === 'passkey' || password !== '';
export const PASSWORD_MISSING = 'Enter your password.';

export const proofSchema = pipe(
  object(proofEntries),
  forward(
    check((values) => isComplete(values), PASSWORD_MISSING),
    ['password'],
  ),
);
export interface ProofValues {
  by: 'password' | 'passkey';
  password: string;
  code: string;
}
export type ProofFormValues = InferOutput<typeof proofSchema>;

/** Where a refusal of it stands. */
export const proofFieldByCode = { wrong_password: 'password', wrong_code: 'code', code_required: 'code' } as const;

/** What a form that asks for it begins with; undefined while it is not known whether there is a password. */
export function useProofDefaults() {
  const query = useQuery(passkeysQuery);
  const values: ProofFormValues | undefined = query.data && {
    by: query.data.has_password ? 'password' : 'passkey',
    password: '',
    code: '',
  };
  return { values, query };
}

/** Asks for the passkey, where that is the way. */
export async function toOwnerProof({ by, password, code }: ProofValues): Promise<components['schemas']['OwnerProofRequest']> {
  if (by === 'password') return { password, ...(code !== '' && { code }) };
  const { reauthenticateWithPasskey: proveByPasskey } = await import('#src/session/passkeys.ts');
  return { passkey: await proveByPasskey() };
}
