import { useQueryClient } from '@tanstack/react-query';
import { object } from 'valibot';
import type { components } from '#openapi/api.ts';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { TextField } from '#src/ui/form.tsx';
import { passkeyName } from './passkey-name.ts';

const schema = object({ name: passkeyName });

interface RenamePasskeyFormProps {
  passkey: components['schemas']['Passkey'];
  onClose: () => void;
}

export default function RenamePasskeyForm({ passkey: { id, name }, onClose }: RenamePasskeyFormProps) {
  const client = useQueryClient();
  return (
    <SheetForm
      title="Rename passkey"
      schema={schema}
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
