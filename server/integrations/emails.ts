import type { components } from '#openapi/api.ts';
import { type EmailContent, withUnprovedVariant } from '#server/mail/email-content.ts';

interface DisabledWebhook {
  organizationName: string;
  /** Of its address, which may contain a secret. */
  host: string;
  reason: NonNullable<components['schemas']['Webhook']['disabled_reason']>;
  url: string;
}

/** Informs the admins that the server turned a webhook off. */
export const webhookDisabledEmail = (facts: DisabledWebhook): EmailContent =>
  withUnprovedVariant(webhookDisabled(facts), webhookDisabled({ ...facts, organizationName: 'your organization', host: 'its server' }));

const webhookDisabled = ({ organizationName, host, reason, url }: DisabledWebhook): EmailContent => ({
  subject: `A webhook of ${organizationName} was turned off`,
  paragraphs: [
    reason === 'gone'
      ? `The webhook to ${host} was turned off because ${host} answered that it no longer takes messages (410).`
      : `The webhook to ${host} was turned off because no message has arrived there for five days.`,
    'Messages that were waiting aren’t sent. You can turn it on again and send them again.',
  ],
  button: { label: 'See webhooks', url },
});
