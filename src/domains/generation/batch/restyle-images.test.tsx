// Restyling selected images of a library: what can be posted to an event, and why not.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LibraryImage } from '#src/domains/generation/library/library-image.ts';
import { buildEvent, buildGeneratedImage, buildModel, buildPhoto } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import RestyleImages from './restyle-images.tsx';

const filters = buildModel(
  { id: 'builtin:restyle', name: 'Photo filters', task: 'image-to-image', is_ai: false, credits: 1 },
  { source: 'required', prompt: 'none', strength: true, styles: [{ id: 'pencil', name: 'Pencil' }] },
);
const shared = { deleted_at: null, restorable_until: null, at: '2026-11-01T01:00:00.000Z' };
const photoOf = (event: string): LibraryImage => ({
  ...shared,
  id: `photo of ${event}`,
  event: { id: event, organization_id: 'o1', name: `Night ${event}`, time_zone: null },
  photo: buildPhoto({ event_id: event }),
  generated: null,
});
const made: LibraryImage = { ...shared, id: 'made', event: null, photo: null, generated: buildGeneratedImage({ id: 'made' }) };
const { can } = buildEvent();
let canCapture = true;
const sent: { post_to_event_id?: string }[] = [];

beforeEach(() => {
  sent.length = 0;
  canCapture = true;
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/generation-models')) return json(200, { items: [filters] });
    if (pathname.endsWith('/event'))
      return json(200, {
        items: [buildEvent({ id: 'e1', name: 'Night e1', relation: 'participant', can: { ...can, capture: canCapture } })],
        next_cursor: null,
      });
    if (pathname.endsWith('/estimate'))
      return json(200, {
        photos: 2,
        left_out: 0,
        unit_credits: 1,
        credits: 2,
        credits_left: 9,
        preview_source: { kind: 'photo', id: 'p1', event_id: 'e1' },
      });
    if (pathname.endsWith('/generation-batches')) {
      sent.push((await request.json()) as { post_to_event_id?: string });
      return new Promise<Response>(() => undefined);
    }
    return json(404, {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(images: readonly LibraryImage[]): Promise<void> {
  const component = () => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RestyleImages account="ana" owners={[{ owner: null, name: 'Mine' }]} images={images} onClose={() => undefined} />
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Pencil' }));
}

it('offers to post the results to the event of the photos', async () => {
  await show([photoOf('e1'), photoOf('e1')]);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Also post to Night e1' }));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Restyle 2 photos' }).getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Restyle 2 photos' }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ post_to_event_id: 'e1' }]));
});

it.each([
  ['of several events', [photoOf('e1'), photoOf('e2')], true, 'To post results to an event, select photos of that event only.'],
  ['beside generated images', [photoOf('e1'), made], true, 'To post results to an event, select photos of that event only.'],
  ['of an event that is over', [photoOf('e1')], false, 'You can’t add photos to Night e1 now, so the results aren’t posted there.'],
])('says why photos %s can’t be posted', async (_what, images, canAdd, why) => {
  canCapture = canAdd;
  await show(images);
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /^Also post/ })).toBeNull();
});
