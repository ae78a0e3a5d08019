import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextField } from '#src/ui/form.tsx';
import { CheckboxesField } from './checkboxes-field.tsx';
import { webhookEvents } from './integration-labels.ts';
import { createWebhook, invalidateIntegrations, updateWebhook, type Webhook } from './queries.ts';

const schema = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.check((url) => URL.canParse(url), 'Enter an address, such as https://hooks.example.org/photos.'),
    v.maxLength(500, 'Use at most 500 characters.'),
  ),
  events: v.pipe(v.array(v.picklist(webhookEvents.map(({ value }) => value))), v.minLength(1, 'Choose at least one.')),
});
type Values = v.InferOutput<typeof schema>;

interface WebhookFormProps {
  organizationId: string;
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  /** @param secret of a new one */
  onDone: (secret: string | null) => void;
  onClose: () => void;
}

export function WebhookForm({ organizationId, webhook, onDone, onClose }: WebhookFormProps) {
  const client = useQueryClient();
  return (
    <SheetForm<Values, string | null>
      title={webhook ? 'Edit webhook' : 'New webhook'}
      description="A webhook tells your own server at once that something happened."
      schema={schema}
      values={{ url: webhook?.url ?? '', events: webhook?.events ?? [] }}
      submitLabel={webhook ? 'Save' : 'Create webhook'}
      failureTitle={webhook ? 'Couldn’t save the webhook' : 'Couldn’t create the webhook'}
      submit={async (body) => {
        const secret = webhook
          ? await updateWebhook(organizationId, webhook.id, body).then(() => null)
          : (await createWebhook(organizationId, body)).secret;
        await invalidateIntegrations(client);
        return secret;
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField name="url" type="url" inputMode="url" label="Address" help="An https address on the internet." autoComplete="off" />
      <CheckboxesField name="events" legend="Events" options={webhookEvents} />
    </SheetForm>
  );
}
