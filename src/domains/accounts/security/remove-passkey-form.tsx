import { useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { toast } from '#src/ui/toast.ts';
import { ProofForm } from './proof-form.tsx';

interface RemovePasskeyFormProps {
  passkey: components['schemas']['Passkey'];
  onClose: () => void;
}

export default function RemovePasskeyForm({ passkey: { id, name }, onClose }: RemovePasskeyFormProps) {
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
