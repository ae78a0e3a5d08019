import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { EventZone } from '#src/domains/photos/labels.ts';
import type { GalleryKey } from '#src/domains/photos/queries.ts';
import { FilterBar } from './filter-bar.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const show = (isEmpty: boolean) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  sessionStorage.setItem('deleted-photos:u1:e1', JSON.stringify([{ ids: ['p1'], at: Date.parse('2026-11-20T18:05:00Z') }]));
  const of = { account: 'u1', eventId: 'e1', filter: { show: 'all', by: null, hour: null, section: null } } as unknown as GalleryKey;
  const ignore = () => undefined;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EventZone value="Asia/Tokyo">
        <FilterBar of={of} isEmpty={isEmpty} onFilter={ignore} onSelect={ignore} onRestore={ignore} menuSide="top" menu={null} />
      </EventZone>
    </QueryClientProvider>,
  );
};
const openMenu = async (name: string) => fireEvent.keyDown(await screen.findByRole('button', { name }), { key: 'Enter' });

it("shows the time of a deletion in the event's time zone", async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T18:10:00Z'), toFake: ['Date'] });
  show(false);
  await openMenu('Deleted photos');
  expect(screen.getByRole('menuitem').textContent).toMatch(/^Restore 1 photo, deleted at 3:05\sAM$/);
});

it('names its menus and shows the current choice', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T18:10:00Z'), toFake: ['Date'] });
  show(false);
  expect(screen.getByRole('button', { name: 'Photographer' }).textContent).toBe('Photographer');
  await openMenu('Hour');
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Any time');
});

it('offers only restoring if there is nothing to filter', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T18:10:00Z'), toFake: ['Date'] });
  show(true);
  await screen.findByRole('button');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Deleted photos']);
});
