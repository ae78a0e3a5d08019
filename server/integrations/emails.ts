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

/** The same as a notice in the app. @param link a path of the web app */
export const webhookDisabledNotice = (facts: Omit<DisabledWebhook, 'url'>, link: string) => ({
  title: titleOf(facts),
  body: sentencesOf(facts).join(' '),
  link,
});

const webhookDisabled = (facts: DisabledWebhook): EmailContent => ({
  subject: titleOf(facts),
  paragraphs: sentencesOf(facts),
  button: { label: 'See webhooks', url: facts.url },
});

const titleOf = ({ organizationName }: Pick<DisabledWebhook, 'organizationName'>) => `A webhook of ${organizationName} was turned off`;

const sentencesOf = ({ host, reason }: Pick<DisabledWebhook, 'host' | 'reason'>): string[] => [
  reason === 'gone'
    ? `The webhook to ${host} was turned off because ${host} answered that it no longer takes messages (410).`
    : `The webhook to ${host} was turned off because no message has arrived there for five days.`,
  'Messages that were waiting aren’t sent. You can turn it on again and send them again.',
];
