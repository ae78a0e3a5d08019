import { useQueryClient } from '@tanstack/react-query';
import { twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { toast } from '#src/ui/toast.ts';
import { ProofForm } from './proof-form.tsx';

export default function DisableTwoFactorForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ProofForm
      title="Turn off two-factor authentication"
      description="You’ll log in with only your password. Your recovery codes will stop working."
      submitLabel="Turn off"
      failureTitle="Couldn’t turn off two-factor authentication"
      submit={async (body) => unwrap(await api.POST('/api/v1/auth/two-factor/disable', { body }))}
      onDone={() => {
        void client.invalidateQueries(twoFactorQuery);
        toast.success('Two-factor authentication is off');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
