import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { requireEvent } from '#src/session/selection.ts';
import { session } from '#src/session/store.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { json, noContent, API_HEADERS } from '#tests/support/outbox-server.ts';
import { invite, removeParticipant, revoke, setRole } from './people/queries.ts';
import { createEvent, deleteEvent, organizationEvents, publishGallery, renewJoinCode, restoreEvent, updateEvent } from './queries.ts';

const event = { id: 'e1', organization_id: 'o1' } as Event;
const user = buildUser({ id: 'ana', role: 'member' });
let client: QueryClient;
const asked = vi.fn();

beforeEach(async () => {
  client = new QueryClient();
  asked.mockReset();
  vi.stubGlobal('fetch', async (request: Request) => {
    asked(`${request.method} ${new URL(request.url).pathname}`);
    return request.method === 'DELETE' ? noContent() : json(200, event);
  });
  await session.signIn(user);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await session.clear();
});

const actions: [string, () => Promise<unknown>][] = [
  ['update', () => updateEvent(client, 'e1', { name: 'Other' })],
  ['renew the code', () => renewJoinCode(client, 'e1')],
  ['publish', () => publishGallery(client, 'e1', true)],
  ['restore', () => restoreEvent(client, 'e1')],
  ['delete', () => deleteEvent(client, event)],
];
const people: [string, () => Promise<unknown>][] = [
  ['invite', () => invite('e1', { emails: ['b@x.test'], role: 'viewer' })],
  ['revoke', () => revoke('e1', 'i1')],
  ['set a role', () => setRole('e1', 'u1', 'viewer')],
  ['remove', () => removeParticipant('e1', 'u1')],
];

describe('without a selected organization', () => {
  test.each([...actions, ...people, ['create', () => createEvent(client, { name: 'New' } as never, null)] as const])(
    'sends no request: %s',
    async (_what, act) => {
      client.setQueryData(eventQuery('e1').queryKey, event);
      await expect(act()).rejects.toThrow('No organization selected');
      expect(asked).not.toHaveBeenCalled();
    },
  );

  test('sends no like without a selected event', async () => {
    expect(requireEvent).toThrow('No organization or event selected');
    await session.selectOrganization('o1');
    expect(requireEvent).toThrow('No organization or event selected');
    await session.selectEvent(event);
    expect(requireEvent).not.toThrow();
    await session.clear();
    await session.signIn(user);
    expect(requireEvent).toThrow('No organization or event selected');
  });
});

describe('with a selected organization', () => {
  beforeEach(() => session.selectOrganization('o1'));

  test.each(actions)('reports an event that is not loaded as not found: %s', async (_what, act) => {
    await expect(act()).rejects.toThrow('Event not found');
    expect(asked).not.toHaveBeenCalled();
  });

  test.each(actions)('requests a loaded event: %s', async (_what, act) => {
    client.setQueryData(organizationEvents.query({}, 'o1').queryKey, { items: [event] } as never);
    await act();
    expect(asked).toHaveBeenCalledOnce();
  });

  test('reports an event deleted on the server as not found', async () => {
    client.setQueryData(eventQuery('e1').queryKey, event);
    const body = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Gone.', code: 'not_found', request_id: 'r' };
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify(body), { status: 404, headers: { ...API_HEADERS, 'content-type': 'application/problem+json' } }),
    );
    await expect(updateEvent(client, 'e1', { name: 'Other' })).rejects.toThrow('Event not found');
  });
});
