import { useQueryClient } from '@tanstack/react-query';
import { check, forward, maxLength, nonEmpty, object, pipe, string, trim, type InferOutput } from 'valibot';
import type { components } from '#openapi/api.ts';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  isComplete,
  PASSWORD_MISSING,
  proofEntries,
  proofFieldByCode,
  ProofFields,
  ProofForm,
  toOwnerProof,
  useProofDefaults,
} from './owner-proof.tsx';

type Passkey = components['schemas']['Passkey'];

export type PasskeyAction = { action: 'add'; passkey?: undefined } | { action: 'rename' | 'remove'; passkey: Passkey };

interface FormProps {
  onClose: () => void;
}

export default function PasskeyForm({ action, passkey, onClose }: PasskeyAction & FormProps) {
  if (action === 'add') return <AddPasskey onClose={onClose} />;
  return action === 'rename' ? (
    <RenamePasskey passkey={passkey} onClose={onClose} />
  ) : (
    <RemovePasskey passkey={passkey} onClose={onClose} />
  );
}

/** Mirrors the contract's PasskeyName. */
const passkeyName = pipe(string(), trim(), nonEmpty('Enter a name.'), maxLength(60, 'At most 60 characters.'));

const addSchema = pipe(
  object({ name: passkeyName, ...proofEntries }),
  forward(
    check((values) => isComplete(values), PASSWORD_MISSING),
    ['password'],
  ),
);

function AddPasskey({ onClose }: FormProps) {
  const client = useQueryClient();
  const { values, query } = useProofDefaults();
  return (
    <SheetForm<InferOutput<typeof addSchema>, unknown>
      title="Add a passkey"
      description="Your browser will ask for your fingerprint, face or device PIN."
      schema={addSchema}
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

const renameSchema = object({ name: passkeyName });

function RenamePasskey({ passkey: { id, name }, onClose }: FormProps & { passkey: Passkey }) {
  const client = useQueryClient();
  return (
    <SheetForm
      title="Rename passkey"
      schema={renameSchema}
      values={{ name }}
      submitLabel="Save name"
      failureTitle="Couldn’t rename the passkey"
      submit={async (body) => unwrap(await api.PUT('/api/v1/auth/passkeys/{passkeyId}', { params: { path: { passkeyId: id } }, body }))}
      onDone={() => {
        void client.invalidateQueries(passkeysQuery);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" />
    </SheetForm>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: FormProps & { passkey: Passkey }) {
  const client = useQueryClient();
  return (
    <ProofForm
      title="Remove passkey"
      description={`You’ll no longer be able to log in with “${name}”. Remove it from your password manager too.`}
      submitLabel="Remove passkey"
      failureTitle="Couldn’t remove the passkey"
      submit={async (body) =>
        unwrap(await api.POST('/api/v1/auth/passkeys/{passkeyId}/remove', { params: { path: { passkeyId: id } }, body }))
      }
      onDone={() => {
        void client.invalidateQueries(passkeysQuery);
        toast.success('Passkey removed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
