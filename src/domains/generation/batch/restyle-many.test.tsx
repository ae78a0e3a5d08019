import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildModel } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import RestyleMany from './restyle-many.tsx';

const filters = buildModel(
  { id: 'builtin:restyle', name: 'Photo filters', task: 'image-to-image', is_ai: false, credits: 1 },
  { source: 'required', prompt: 'none', strength: true, styles: [{ id: 'pencil', name: 'Pencil' }] },
);
const photo = { kind: 'photo' as const, id: 'p1', event_id: 'e1' };
let left = 11;
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/generation-models')) return json(200, { items: [filters] });
    if (pathname.endsWith('/estimate'))
      return json(200, { photos: 41, left_out: 0, unit_credits: 1, credits: 41, credits_left: left, preview_source: photo });
    if (pathname.endsWith('/generation-batches')) {
      sent.push(await request.json());
      // Not answered: what follows is the progress.
      return new Promise<Response>(() => undefined);
    }
    return json(404, {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function showOptions(): Promise<void> {
  const component = () => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RestyleMany
        account="ana"
        title="Restyle 41 photos"
        photos={{ sources: [photo] }}
        owners={[{ owner: null, name: 'Mine' }]}
        event={null}
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Pencil' }));
}

it('says for how many photos the credits are enough, and restyles those', async () => {
  left = 11;
  await showOptions();
  expect(await screen.findByText('11 credits are left this month. That’s enough for the first 11 photos.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Restyle the first 11 photos' }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ max_photos: 11, pause_after: 3 }]));
});

it('says why nothing can be started without credits', async () => {
  left = 0;
  await showOptions();
  expect(await screen.findByText('No credits are left this month.', { selector: 'p' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start' }).getAttribute('aria-disabled')).toBe('true');
});

it('shows the style on one of the photos', async () => {
  left = 100;
  await showOptions();
  expect(await screen.findByText('100 credits are left this month.', { exact: false })).toBeTruthy();
  expect(document.querySelector('.style-preview-source')?.getAttribute('src')).toContain('/event/e1/photos/p1/preview');
});
