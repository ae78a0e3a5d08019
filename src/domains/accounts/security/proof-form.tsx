import type { ComponentProps } from 'react';
import type { components } from '#openapi/api.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { proofFieldByCode, toOwnerProof, proofSchema, useProofDefaults, type ProofFormValues } from './owner-proof.ts';
import { ProofFields } from './proof-fields.tsx';

type Sheet<Result> = ComponentProps<typeof SheetForm<ProofFormValues, Result>>;

interface ProofFormProps<Result> extends Pick<
  Sheet<Result>,
  'title' | 'description' | 'submitLabel' | 'failureTitle' | 'onDone' | 'onClose'
> {
  asksCode?: boolean;
  submit: (proof: components['schemas']['OwnerProofRequest']) => Promise<Result>;
}

/** What takes nothing but the proof that an account is one's own. */
export function ProofForm<Result>({ submit, asksCode, ...words }: ProofFormProps<Result>) {
  const start = useProofDefaults();
  return (
    <SheetForm
      {...words}
      {...start}
      offline="This needs a connection."
      schema={proofSchema}
      fieldByCode={proofFieldByCode}
      submit={async (values) => submit(await toOwnerProof(values))}
    >
      <ProofFields asksCode={asksCode} />
    </SheetForm>
  );
}
