import { expect, test } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { loadContract } from '#server/http/contract.ts';
import { isWrite } from '#server/http/origin.ts';
import { maintenanceNotice, maintenanceRefusal } from '#server/settings/policy.ts';
import { rows } from '#tests/support/contract.ts';

const now = Date.parse('2026-12-12T12:00:00Z');
const on = { is_on: true, message: 'We are moving.', until: null };
const person = { permissions: { participate_events: true } };
const superAdmin = { permissions: { all: true } };
const call = (id: OperationId, method: string, isPublic = false) => ({ id, isRead: !isWrite(method), isPublic });

test('writes during maintenance', () => {
  const refused = (id: OperationId, method: string, viewer: typeof person | typeof superAdmin | null = person, isPublic = false) =>
    maintenanceRefusal(on, call(id, method, isPublic), viewer, now)?.code ?? null;
  expect(refused('createPhoto', 'POST')).toBe('maintenance');
  expect(refused('appendUpload', 'PATCH')).toBe('maintenance');
  expect(refused('register', 'POST', null, true)).toBe('maintenance');
  expect(refused('listPhotos', 'GET')).toBeNull();
  expect(refused('getUploadOffset', 'HEAD')).toBeNull();
  expect(refused('refreshSession', 'POST', null, true)).toBeNull();
  expect(refused('login', 'POST', null, true)).toBeNull();
  expect(refused('setMaintenance', 'PUT', superAdmin)).toBeNull();
  // The session may need renewal first, so these calls fail with 401.
  expect(refused('setMaintenance', 'PUT', null)).toBeNull();
});

test('a read with a body continues, as marked in the contract', async () => {
  const marked = rows.filter(({ operation }) => operation['x-reads']);
  expect(marked.map(({ id }) => id).toSorted()).toEqual([
    'checkDelivered',
    'checkPrompt',
    'countAnnouncementReach',
    'findDeletedAccounts',
    'findKnownPhotos',
    'previewPermission',
    'previewPrompt',
  ]);
  const operations = await loadContract();
  for (const { id } of marked) {
    const operation = operations.find((one) => one.id === id)!;
    expect(operation).toMatchObject({ method: 'POST', isRead: true });
    expect(maintenanceRefusal(on, operation, person, now), id).toBeNull();
  }
  expect(operations.find(({ id }) => id === 'createPhoto')).toMatchObject({ isRead: false });
  expect(operations.find(({ id }) => id === 'getUploadOffset')).toMatchObject({ isRead: true });
});

test('it ends by itself, and sends Retry-After', () => {
  const until = (ms: number) => ({ ...on, until: new Date(now + ms).toISOString() });
  const wait = (maintenance: typeof on | ReturnType<typeof until>) =>
    maintenanceRefusal(maintenance, call('createPhoto', 'POST'), person, now)?.headers?.['retry-after'];
  expect([wait(on), wait(until(3_600_000)), wait(until(12_000)), wait(until(500))]).toEqual(['30', '30', '12', '5']);
  expect(wait(until(-1))).toBeUndefined();
  expect(maintenanceNotice({ ...on, is_on: false }, now)).toBeNull();
});
