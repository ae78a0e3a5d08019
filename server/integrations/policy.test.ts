import { describe, expect, it } from 'vitest';
import {
  canManageIntegrations,
  disabledReasonOf,
  isInTokenScope,
  nextAttemptAt,
  RETRY_DELAYS_MS,
  tokenExpiry,
  tokenRefusal,
} from '#server/integrations/policy.ts';
import { hasValidChecksum, hintOf, isTokenSecret, newTokenSecret } from '#server/integrations/token-secret.ts';
import { parseWebhookUrl } from '#server/integrations/webhook-url.ts';
import { viewer } from '#tests/support/factories/database.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const days = (count: number) => new Date(now.getTime() + count * 24 * 3600 * 1000);

describe('tokens and webhooks', () => {
  const organizationId = 'o';
  const of = (role: 'organization' | 'member') => viewer('p', { memberships: [{ organizationId, role, permissions: {} }] });

  it('are managed by the organization’s admins alone, and by no token', () => {
    expect(canManageIntegrations(of('organization'), organizationId)).toBe(true);
    expect(canManageIntegrations(of('member'), organizationId)).toBe(false);
    expect(canManageIntegrations(of('organization'), 'another')).toBe(false);
    expect(canManageIntegrations(viewer('p', { permissions: { all: true } }), organizationId)).toBe(false);
    const token = { ...of('organization'), apiToken: { organizationId, scopes: ['events:write' as const] } };
    expect(canManageIntegrations(token, organizationId)).toBe(false);
  });
});

describe('a token', () => {
  it('expires in 90 days, or as it was asked for, in a year at most', () => {
    expect(tokenExpiry(undefined, now)).toEqual(days(90));
    expect(tokenExpiry(days(365).toISOString(), now)).toEqual(days(365));
    expect(tokenExpiry(days(367).toISOString(), now)).toBe('must be within 366 days');
    expect(tokenExpiry(now.toISOString(), now)).toBe('must be in the future');
  });

  it.each([
    ['nothing', {}, null],
    ['expiry', { expiresAt: now }, 'token_expired'],
    ['revocation, also after its expiry', { expiresAt: now, revokedAt: now }, 'token_revoked'],
    ['a suspended organization', { organizationStatus: 'suspended' }, 'token_organization_suspended'],
    ['a pending organization', { organizationStatus: 'pending' }, 'token_organization_pending'],
  ] as const)('is refused for %s', (_, facts, refusal) => {
    expect(tokenRefusal({ expiresAt: days(1), revokedAt: null, organizationStatus: 'active', ...facts }, now)).toBe(refusal);
  });

  it('reaches operations of its scopes, and none without a scope', () => {
    const token = { organizationId: 'o', scopes: ['photos:read' as const] };
    expect(isInTokenScope(token, 'photos:read')).toBe('reached');
    expect(isInTokenScope(token, 'events:read')).toBe('scope missing');
    expect(isInTokenScope(token, null)).toBe('never');
  });

  it('has a secret that is recognized, and known to be mistyped', () => {
    const secret = newTokenSecret();
    expect(secret).toMatch(/^ais_[\w-]{49}$/);
    expect(isTokenSecret(secret)).toBe(true);
    expect(isTokenSecret('eyJhbGciOiJIUzI1NiJ9.e30.c2ln')).toBe(false);
    expect(hasValidChecksum(secret)).toBe(true);
    expect(hasValidChecksum(`${secret}x`)).toBe(false);
    expect(hasValidChecksum(secret.slice(0, -1))).toBe(false);
    const other = secret[10] === 'a' ? 'b' : 'a';
    expect(hasValidChecksum(`${secret.slice(0, 10)}${other}${secret.slice(11)}`)).toBe(false);
    expect(secret.startsWith(hintOf(secret))).toBe(true);
    expect(hintOf(secret)).toHaveLength(8);
  });
});

describe('a delivery', () => {
  it('is tried for about three days, with growing pauses', () => {
    expect(nextAttemptAt(1, now)).toEqual(new Date(now.getTime() + 5000));
    expect(nextAttemptAt(RETRY_DELAYS_MS.length, now)).toEqual(days(1));
    expect(nextAttemptAt(RETRY_DELAYS_MS.length + 1, now)).toBeNull();
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect(total).toBeGreaterThan(66);
    expect(total).toBeLessThan(78);
    expect([...RETRY_DELAYS_MS].sort((one, other) => one - other)).toEqual(RETRY_DELAYS_MS);
  });

  it('turns the webhook off if the receiver is gone, or failed for five days', () => {
    expect(disabledReasonOf(410, now, now)).toBe('gone');
    expect(disabledReasonOf(500, days(-4.99), now)).toBeNull();
    expect(disabledReasonOf(500, days(-5), now)).toBe('failing');
    expect(disabledReasonOf(null, days(-5), now)).toBe('failing');
  });
});

describe('the address of a webhook', () => {
  it.each(['https://hooks.example.org/photos?key=1', 'https://hooks.example.org:8443/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
    '%s is allowed, and checked again when it is resolved',
    (url) => {
      expect(parseWebhookUrl(url, false)).toMatchObject({ guarded: true });
    },
  );

  it.each([
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'https://user:password@hooks.example.org/',
    'https://localhost/',
    'https://app.localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.1/',
    'https://192.168.1.1./',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://127.0.0.1:9000/',
    'nothing',
  ])('%s is refused', (url) => {
    expect(parseWebhookUrl(url, false)).toBeNull();
  });

  it('may be this machine, for development', () => {
    expect(parseWebhookUrl('http://127.0.0.1:9000/', true)).toMatchObject({ guarded: false });
    expect(parseWebhookUrl('http://localhost:9000/', true)).toMatchObject({ guarded: false });
    expect(parseWebhookUrl('http://10.0.0.1/', true)).toBeNull();
    expect(parseWebhookUrl('https://10.0.0.1/', true)).toBeNull();
  });
});
