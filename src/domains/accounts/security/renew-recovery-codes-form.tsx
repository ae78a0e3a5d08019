import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx';

export default function RenewRecoveryCodesForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodesSheet title="New recovery codes" codes={codes} onClose={onClose} />;
  return (
    <ProofForm
      title="New recovery codes"
      description="Your current codes will stop working."
      submitLabel="Get new codes"
      failureTitle="Couldn’t create new recovery codes"
      submit={async (body) => unwrap(await api.POST('/api/v1/auth/two-factor/recovery-codes', { body }))}
      onDone={({ recovery_codes }) => {
        void client.invalidateQueries(twoFactorQuery);
        setCodes(recovery_codes);
      }}
      onClose={onClose}
    />
  );
}
