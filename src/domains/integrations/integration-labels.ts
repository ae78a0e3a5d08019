// The words of API tokens and webhooks.
import type { components } from '#openapi/api.ts';
import { formatDateTime } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { ApiToken, Webhook, WebhookDelivery } from './queries.ts';

type Schemas = components['schemas'];

interface Choice<Value extends string> {
  value: Value;
  label: string;
  help: string;
}

export const scopes: readonly Choice<Schemas['ApiTokenScope']>[] = [
  { value: 'events:read', label: 'Read events', help: 'List events, with their numbers and join codes.' },
  { value: 'events:write', label: 'Change events', help: 'Create and change events, and open their galleries.' },
  { value: 'photos:read', label: 'Read photos', help: 'List and download photos, also pending and rejected ones.' },
  { value: 'photos:moderate', label: 'Moderate photos', help: 'Approve and reject photos.' },
  { value: 'links:read', label: 'Read gallery links and picks', help: 'List gallery links and what visitors picked.' },
  { value: 'links:write', label: 'Change gallery links', help: 'Create, change, revoke and restore gallery links.' },
];

export const webhookEvents: readonly Choice<Schemas['WebhookEvent']>[] = [
  { value: 'photo.created', label: 'Photo arrived', help: 'photo.created' },
  { value: 'photo.approved', label: 'Photo approved', help: 'photo.approved' },
  { value: 'event.ended', label: 'Event ended', help: 'event.ended' },
  { value: 'picks.submitted', label: 'Picks submitted', help: 'picks.submitted' },
];

const labelOf = (choices: readonly Choice<string>[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

export const describeScopes = ({ scopes: given }: ApiToken): string => given.map((scope) => labelOf(scopes, scope)).join(', ');
export const describeEvents = ({ events }: Webhook): string => events.map((event) => labelOf(webhookEvents, event)).join(', ');
export const describeMessage = ({ type }: WebhookDelivery): string =>
  type === 'webhook.test' ? 'Test event' : labelOf(webhookEvents, type);

export const tokenStates: Record<ApiToken['state'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
};

export function webhookState({ enabled, disabled_reason: reason, failing_since: since }: Webhook): { label: string; tone: Tone } {
  if (reason !== null) return { label: 'Turned off: failing', tone: 'danger' };
  if (!enabled) return { label: 'Off', tone: 'neutral' };
  return since === null ? { label: 'On', tone: 'success' } : { label: 'Failing', tone: 'warning' };
}

export const deliveryStates: Record<WebhookDelivery['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

const SOON_MS = 60_000;

/** When a message that failed is sent again. */
export function nextAttemptLabel(at: string, now: number): string {
  const left = Date.parse(at) - now;
  if (left <= 0) return 'Trying again now';
  return `Next attempt ${left < SOON_MS ? 'in less than a minute' : formatDateTime(at)}`;
}
