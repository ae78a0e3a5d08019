import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import type { Handler } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import { createFirstRow } from '#server/photos/first-row.ts';
import type { Viewer } from '#server/viewer.ts';

const event = '0199aa00-0000-7000-8000-0000000000e1';
const viewer = { userId: '0199aa00-0000-7000-8000-0000000000f1' } as Viewer;
const photo = (id: string, changes = {}) => ({ id, event_id: event, state: 'ready', watermark: null, ...changes });

/** @param given what the list answers */
function rowFor(given: { url?: string; signedIn?: boolean; apiToken?: Viewer['apiToken']; list?: () => Promise<unknown> }) {
  const { url = `/event/${event}/gallery`, signedIn = true, apiToken } = given;
  const items = [photo('1'), photo('2', { state: 'processing' }), photo('3', { watermark: 'a1' })];
  const list = vi.fn(given.list ?? (async () => ({ status: 200, body: { items } })));
  const request = { url, viewer: null } as unknown as FastifyRequest;
  const authenticate = async () => void (request.viewer = signedIn ? { ...viewer, ...(apiToken && { apiToken }) } : null);
  const warn = vi.fn();
  const read = createFirstRow({ log: { warn } } as never, { authenticate, listPhotos: list as unknown as Handler<'listPhotos'> });
  return { list, warn, read: () => read(request, {} as FastifyReply) };
}

it('has the thumbnails of the newest photos that this person sees, as the gallery asks for them', async () => {
  const { list, read } = rowFor({});
  expect(await read()).toEqual([`/api/v1/event/${event}/photos/1/thumb`, `/api/v1/event/${event}/photos/3/thumb?mark=a1`]);
  expect(list).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: { id: event }, query: { limit: 3 }, viewer }));
});

it.each([
  ['without a session', { signedIn: false }],
  ['for a program, whose API token reads no pages', { apiToken: { scopes: [] } as unknown as Viewer['apiToken'] }],
  ['for other screens', { url: `/event/${event}` }],
  ['for what is no event', { url: '/event/nonsense/gallery' }],
])('asks for nothing %s', async (_what, given) => {
  const { list, read } = rowFor(given);
  expect(await read()).toEqual([]);
  expect(list).not.toHaveBeenCalled();
});

it('is empty for people who may not see the event', async () => {
  const { warn, read } = rowFor({ list: () => Promise.reject(forbidden('You can’t see this event.')) });
  expect(await read()).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
});

it('leaves the page to come without the database', async () => {
  const { warn, read } = rowFor({ list: () => Promise.reject(new Error('no connection')) });
  expect(await read()).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
});
