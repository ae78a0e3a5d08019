import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { PlanRequest } from '#src/domains/billing/queries.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { call } from '#src/transport/call.ts';
import { RadioField, TextAreaField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { invalidatePlatformBilling } from './queries.ts';

const MAX_LENGTH = 1000;
const schema = v.object({
  decision: v.picklist(['accept', 'decline'], 'Choose one.'),
  answer: v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTH, `At most ${MAX_LENGTH} characters.`)),
});

interface AnswerRequestProps {
  request: PlanRequest;
  planName: string;
  onClose: () => void;
}

/** Accepting changes the plan immediately. */
export default function AnswerRequest({ request, planName, onClose }: AnswerRequestProps) {
  const client = useQueryClient();
  const { organization_name: name } = request;
  const sendsMail = useSendsMail();
  return (
    <SheetForm<v.InferOutput<typeof schema>, PlanRequest>
      title={`${name} requests ${planName}`}
      description={request.message || 'No message.'}
      schema={schema}
      values={{ decision: 'accept', answer: '' }}
      submitLabel="Send answer"
      failureTitle="Couldn’t send the answer"
      submit={async ({ decision, answer }) => {
        const answered = await call('POST /api/v1/organizations/{id}/plan-requests/{requestId}/answer', {
          path: { id: request.organization_id, requestId: request.id },
          body: { accept: decision === 'accept', answer },
        });
        await invalidatePlatformBilling(client);
        return answered;
      }}
      onDone={({ status }) => {
        toast.success(status === 'accepted' ? `${name} is on ${planName}` : `Request from ${name} declined`);
        onClose();
      }}
      onClose={onClose}
    >
      <RadioField
        name="decision"
        label="Decision"
        columns={1}
        options={[
          { value: 'accept', label: 'Accept', help: `${name} moves to ${planName} immediately. Issue the invoice under Organizations.` },
          { value: 'decline', label: 'Decline', help: `${name} stays on its plan and can request again.` },
        ]}
      />
      <TextAreaField
        name="answer"
        label="Answer"
        optional
        maxLength={MAX_LENGTH}
        help={`Its admins see it on their billing page${sendsMail ? ' and by email' : ''}.`}
      />
    </SheetForm>
  );
}
