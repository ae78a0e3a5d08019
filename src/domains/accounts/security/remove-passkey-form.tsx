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
      description={`“${name}” will not log in to your account any more. Remove it from your password manager as well.`}
      submitLabel="Remove passkey"
      failureTitle="The passkey was not removed"
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
