import { useQueryClient } from '@tanstack/react-query';
import { check, forward, object, pipe, type InferOutput } from 'valibot';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { proofFieldByCode, isComplete, PASSWORD_MISSING, proofEntries, toOwnerProof, useProofDefaults } from './owner-proof.ts';
import { passkeyName } from './passkey-name.ts';
import { ProofFields } from './proof-fields.tsx';

const schema = pipe(
  object({ name: passkeyName, ...proofEntries }),
  forward(
    check((values) => isComplete(values), PASSWORD_MISSING),
    ['password'],
  ),
);
type Values = InferOutput<typeof schema>;

export default function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { values, query } = useProofDefaults();
  return (
    <SheetForm<Values, unknown>
      title="Add a passkey"
      description="Your browser will ask for your fingerprint, face or device PIN."
      schema={schema}
      values={values && { name: `My ${deviceLabel}`, ...values }}
      query={query}
      offline="This needs a connection."
      submitLabel="Continue"
      failureTitle="Couldn’t add the passkey"
      fieldByCode={proofFieldByCode}
      submit={async ({ name, ...proof }) => {
        const { addPasskey } = await import('#src/session/passkeys.ts');
        await addPasskey(name, await toOwnerProof(proof));
      }}
      onDone={() => {
        void client.invalidateQueries(passkeysQuery);
        toast.success('Passkey added');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField name="name" label="Name" help="Helps you recognize it in the list." autoComplete="off" />
        <ProofFields />
      </div>
    </SheetForm>
  );
}
