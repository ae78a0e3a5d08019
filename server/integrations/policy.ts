// Permissions for API tokens and webhooks, and what a token may do. Pure; denies by default.
import type { components } from '#openapi/api.ts';
import { membershipOf, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** Create, see, change and remove an organization's tokens and webhooks: its admins. A token is no admin. */
export function canManageIntegrations(viewer: Viewer, organizationId: string): boolean {
  return viewer.apiToken === undefined && membershipOf(viewer, organizationId)?.role === 'organization';
}

export const MAX_TOKENS = 20;
export const MAX_WEBHOOKS = 10;

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_TOKEN_DAYS = 90;
const MAX_TOKEN_DAYS = 366;

/**
 * When a new token expires: every token does.
 * @param given as it was asked for
 * @returns what is wrong, as a text, for a time that is not allowed
 */
export function tokenExpiry(given: string | undefined, now: Date): Date | string {
  if (given === undefined) return new Date(now.getTime() + DEFAULT_TOKEN_DAYS * DAY_MS);
  const expiresAt = new Date(given);
  if (expiresAt <= now) return 'must be in the future';
  return expiresAt.getTime() > now.getTime() + MAX_TOKEN_DAYS * DAY_MS ? `must be within ${MAX_TOKEN_DAYS} days` : expiresAt;
}

interface TokenFacts {
  expiresAt: Date;
  revokedAt: Date | null;
}

/** A revoked token stays revoked when it expires. */
export function tokenState({ expiresAt, revokedAt }: TokenFacts, now: Date): Schemas['ApiToken']['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}

/** Why a token is not accepted. */
export type TokenRefusal = 'token_expired' | 'token_revoked' | 'token_organization_pending' | 'token_organization_suspended';

export function tokenRefusal(
  token: TokenFacts & { organizationStatus: Schemas['Organization']['status'] },
  now: Date,
): TokenRefusal | null {
  const state = tokenState(token, now);
  if (state !== 'active') return state === 'expired' ? 'token_expired' : 'token_revoked';
  if (token.organizationStatus === 'active') return null;
  return token.organizationStatus === 'pending' ? 'token_organization_pending' : 'token_organization_suspended';
}

/**
 * Whether a token reaches an operation. What it reaches there, the policy of the operation decides.
 * @param scope that the operation asks for; null: no token reaches it
 */
export function isInTokenScope(
  { scopes }: NonNullable<Viewer['apiToken']>,
  scope: Schemas['ApiTokenScope'] | null,
): 'reached' | 'scope missing' | 'never' {
  if (scope === null) return 'never';
  return scopes.includes(scope) ? 'reached' : 'scope missing';
}

// --- Webhooks

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Between the attempts of a delivery: about three days in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];

/** Null: it was the last. @param attempts so far */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay);
}

const FAILING_DAYS = 5;

/** A receiver that is gone, or took nothing for five days, gets no more messages. */
export function disabledReasonOf(
  status: number | null,
  failingSince: Date | null,
  now: Date,
): NonNullable<Schemas['Webhook']['disabled_reason']> | null {
  if (status === 410) return 'gone';
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS ? 'failing' : null;
}

/** Signatures by the previous secret, after it was replaced. */
export const previousSecretUntil = (now: Date): Date => new Date(now.getTime() + DAY_MS);
