import { useQueryClient } from '@tanstack/react-query';
import { check, forward, object, pipe, type InferOutput } from 'valibot';
import type { components } from '#openapi/api.ts';
import { emailAddress } from '#src/domains/accounts/account-fields.tsx';
import { emailChangeQuery } from '#src/domains/accounts/queries.ts';
import {
  isComplete,
  PASSWORD_MISSING,
  proofEntries,
  proofFieldByCode,
  ProofFields,
  toOwnerProof,
  useProofDefaults,
} from '#src/domains/accounts/security/owner-proof.tsx';
import { useSession } from '#src/session/use-session.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { TextField } from '#src/ui/form.tsx';

const schema = pipe(
  object({ email: emailAddress, ...proofEntries }),
  forward(
    check((values) => isComplete(values), PASSWORD_MISSING),
    ['password'],
  ),
);
type Values = InferOutput<typeof schema>;
type MailQueued = components['schemas']['MailQueued'];

interface ChangeEmailFormProps {
  onDone: (sent: MailQueued) => void;
  onClose: () => void;
}

export default function ChangeEmailForm({ onDone, onClose }: ChangeEmailFormProps) {
  const client = useQueryClient();
  const { values, query } = useProofDefaults();
  // An unconfirmed address doesn't have to approve the change.
  const isVerified = useSession()?.user.is_verified ?? true;
  return (
    <SheetForm<Values, MailQueued>
      title="Change email address"
      description={
        isVerified
          ? 'Links go to your new and your current address. The change takes effect when you’ve confirmed both.'
          : 'A link goes to your new address. The change takes effect when you open it.'
      }
      schema={schema}
      values={values && { email: '', ...values }}
      query={query}
      offline="This needs a connection."
      submitLabel="Send links"
      failureTitle="Couldn’t change your email address"
      fieldByCode={{ ...proofFieldByCode, email_taken: 'email', email_unchanged: 'email' }}
      submit={async ({ email, ...proof }) =>
        unwrap(await api.POST('/api/v1/auth/email-change', { body: { email, ...(await toOwnerProof(proof)) } }))
      }
      onDone={async (sent) => {
        await client.invalidateQueries(emailChangeQuery);
        onDone(sent);
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField
          name="email"
          label="New email address"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ProofFields />
      </div>
    </SheetForm>
  );
}
