import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { TextAreaField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { downgradeWarnings, formatPlanPrice } from './billing-format.ts';
import { invalidateBilling, requestPlan, type Billing, type Plan } from './queries.ts';

const requestSchema = v.object({ message: v.pipe(v.string(), v.maxLength(1000, 'At most 1,000 characters.')) });

const NOTHING_YET = { message: '' };

interface RequestPlanProps {
  organizationId: string;
  billing: Billing;
  plan: Plan;
  onClose: () => void;
}

export default function RequestPlan({ organizationId, billing, plan, onClose }: RequestPlanProps) {
  const client = useQueryClient();
  const losses = downgradeWarnings(billing, plan);
  return (
    <SheetForm
      title={`Request ${plan.name}`}
      description={`${formatPlanPrice(plan)}. We’ll answer on this page. Until then, nothing changes and you can withdraw the request.`}
      schema={requestSchema}
      values={NOTHING_YET}
      submitLabel="Send request"
      failureTitle="Couldn’t send the request"
      submit={async ({ message }) => {
        const request = await requestPlan(organizationId, { plan: plan.id, message: message.trim() });
        await invalidateBilling(client, organizationId);
        return request;
      }}
      onDone={() => {
        toast.success(`${plan.name} requested`);
        onClose();
      }}
      onClose={onClose}
    >
      {losses.length > 0 && (
        <Banner tone="warning" title={`${plan.name} has lower limits than ${billing.plan.name}`}>
          <ul className="grid gap-1">
            {losses.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p className="mt-2">You keep everything you have. Above a limit, you can’t add more, but photos are always accepted.</p>
        </Banner>
      )}
      <TextAreaField
        name="message"
        label="Message"
        optional
        help="Anything we should know, such as when you need it or how many people you are."
      />
    </SheetForm>
  );
}
