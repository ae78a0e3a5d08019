import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteEventPhotos, restoreEventPhotos } from '#src/domains/generation/queries.ts';
import { listPendingLikes } from '#src/outbox/queue.ts';
import { session } from '#src/session/store.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { Toaster } from '#src/ui/toaster.tsx';
import { buildPhoto, buildUser } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import type { LibraryImage } from './library-image.ts';
import { LibrarySelectionBar } from './library-selection-bar.tsx';
import { type LibraryActions, useLibrary, useLibraryLikes } from './use-library.ts';

const account = 'ana';
const asked = vi.fn();
beforeEach(async () => {
  vi.stubGlobal('fetch', async (request: Request) => {
    asked(new URL(request.url).pathname);
    return json(200, { deleted: ['p1'], restored: [{ id: 'p1' }] });
  });
  await session.signIn(buildUser({ id: account }));
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  asked.mockReset();
  await session.clear();
});

const photo = buildPhoto();
const libraryImage = (event: LibraryImage['event']): LibraryImage => ({
  id: photo.id,
  at: photo.taken_at,
  deleted_at: null,
  restorable_until: null,
  event,
  photo,
  generated: null,
});

function likes() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster />
    </QueryClientProvider>
  );
  return renderHook(() => useLibraryLikes(account, ''), { wrapper }).result;
}

describe('without a selected organization', () => {
  it.each([
    ['delete', () => deleteEventPhotos(account, photo.event_id, ['p1'])],
    ['restore', () => restoreEventPhotos(account, photo.event_id, ['p1'])],
  ])('the shelf asks nothing of the server: %s', async (_what, act) => {
    await expect(act()).rejects.toThrow('No organization selected');
    expect(asked).not.toHaveBeenCalled();
    await session.selectOrganization('o1');
    await expect(act()).resolves.toEqual(['p1']);
  });

  it('or event, explains that nothing can be liked', async () => {
    await likes().current.like(libraryImage(null), true);
    expect(await screen.findByText('No organization or event selected')).toBeTruthy();
    expect(await listPendingLikes(account, photo.event_id)).toEqual(new Map());
  });
});

it('selects the event and organization of a photo, like entering the event', async () => {
  const event = { id: photo.event_id, organization_id: 'o1', name: 'Harbour Lights', time_zone: null };
  await likes().current.like(libraryImage(event), true);
  expect(session.read()?.selectedOrganizationId).toBe('o1');
  expect(await listPendingLikes(account, photo.event_id)).toEqual(new Map([[photo.id, true]]));
});

describe('“Select all”', () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...libraryImage(null),
      id: `image-${from + at}`,
      photo: buildPhoto({ id: `image-${from + at}` }),
    }));
  const openLibrary = (pages: readonly number[]) => {
    queryClient.clear();
    vi.stubGlobal('fetch', async (request: Request) => {
      const at = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      const before = pages.slice(0, at).reduce((sum, count) => sum + count, 0);
      const next = at + 1 < pages.length ? String(at + 1) : null;
      return json(200, { items: page(before, pages[at] ?? 0), next_cursor: next, previous_cursor: null });
    });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        {children}
        <Toaster />
      </QueryClientProvider>
    );
    return renderHook(() => useLibrary(account, null, {}), { wrapper }).result;
  };

  it('also selects images that were not loaded yet', async () => {
    const library = openLibrary([50, 50, 20]);
    await vi.waitFor(() => expect(library.current.list.length).toBe(50));
    act(() => library.current.selection.all());
    await vi.waitFor(() => expect(library.current.selection.selected.size).toBe(120));
    expect(library.current.list.length).toBe(120);
  });

  it('selects as many as can be, and says so', async () => {
    const library = openLibrary([100, 100, 100, 100]);
    await vi.waitFor(() => expect(library.current.list.length).toBe(100));
    act(() => library.current.selection.all());
    await vi.waitFor(() => expect(library.current.selection.selected.size).toBe(200));
    expect(await screen.findByText('You can select up to 200 images')).toBeTruthy();
    expect(library.current.list.length, 'one page more than needed at most').toBe(300);
  });
});

describe('the bar of a selection', () => {
  const ignore = () => undefined;
  const showBar = (isWide: boolean, onAll: (() => void) | null = ignore) => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isWide }));
    render(
      <LibrarySelectionBar
        selected={[libraryImage(null)]}
        isDeleted={false}
        actions={{ isSaving: false } as LibraryActions}
        collectionsDisabledReason={false}
        onCompare={ignore}
        onRestyle={ignore}
        onCollect={ignore}
        onRemoveFromCollection={ignore}
        onAll={onAll}
        onEnd={ignore}
      />,
    );
  };
  const words = () => screen.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'));

  it('on a phone has the main actions as words, and the others in a menu', async () => {
    showBar(false);
    expect(words()).toEqual(['Select all', 'Cancel selection', 'Restyle', 'Favorite', 'Save', 'More']);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ firstChild, textContent }) => textContent || firstChild)).toEqual([
      expect.stringMatching(/^Compare/),
      expect.stringMatching(/^Add to collection/),
      expect.stringMatching(/^Remove from collection/),
      expect.stringMatching(/^Delete/),
    ]);
  });

  it('elsewhere has all of them', async () => {
    const all = vi.fn();
    showBar(true, all);
    expect(words()).toEqual([
      'Select all',
      expect.stringMatching(/^Compare/),
      'Restyle',
      'Favorite',
      'Add to collection',
      'Remove from collection',
      'Save',
      'Delete',
      'Cancel selection',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    expect(all).toHaveBeenCalledOnce();
  });
});
