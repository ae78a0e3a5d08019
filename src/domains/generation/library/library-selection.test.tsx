import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, screen } from '@testing-library/react';
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
import { useLibraryLikes } from './use-library.ts';

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
