import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import type * as queries from './queries.ts';
import { eventNumbersQuery, type EventNumbers } from './queries.ts';
import { useConfirmedActions } from './use-event-actions.tsx';

const numbers: EventNumbers = {
  photos: 106,
  approved: 94,
  pending: 12,
  rejected: 0,
  unreadable: 0,
  reported: 0,
  likes: 0,
  bytes: 1,
  participants: 7,
  photographers: 5,
  last_photo_at: null,
  stream_position: 1,
};
const { calls } = vi.hoisted(() => ({ calls: vi.fn() }));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<typeof queries>()),
  deleteEvent: () => new Promise(() => calls('deleted')),
  updateEvent: (_client: unknown, _id: string, change: object) => new Promise(() => calls(change)),
}));

beforeEach(() => {
  calls.mockReset();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Controls({ event }: { event: Event }) {
  const { actions, confirmDialog } = useConfirmedActions();
  return (
    <>
      <button type="button" onClick={() => actions.remove({ event })}>
        delete
      </button>
      <button type="button" onClick={() => actions.setStatus({ event, status: 'ended' })}>
        end
      </button>
      {confirmDialog}
    </>
  );
}

function show(event: Event) {
  const client = new QueryClient();
  client.setQueryData(eventNumbersQuery(event.id).queryKey, numbers);
  render(
    <QueryClientProvider client={client}>
      <Controls event={event} />
    </QueryClientProvider>,
  );
}
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!);
const full = { photos_count: 106, attendees_count: 7 };

it('confirms a deletion with its consequences', async () => {
  show(buildEvent({ id: 'e1', ...full }));
  press('delete');
  const confirmDialog = screen.getByRole('dialog', { name: 'Delete Harbour Lights?' });
  expect(confirmDialog.textContent).toContain('106 photos · 12 photos pending · 7 people joined · 5 people have taken photos');
  expect(confirmDialog.textContent).toContain('You can restore it for 30 days.');
  press('Cancel');
  expect(calls).not.toHaveBeenCalled();
  press('delete');
  press('Delete event');
  await vi.waitFor(() => expect(calls.mock.calls).toEqual([['deleted']]));
});

it('confirms before ending an event with participants', async () => {
  show(buildEvent({ id: 'e2', ...full }));
  press('end');
  expect(screen.getByRole('dialog', { name: 'End Harbour Lights?' }).textContent).toContain('Cameras close within half a minute');
  expect(calls).not.toHaveBeenCalled();
  press('End event');
  await vi.waitFor(() => expect(calls.mock.calls).toEqual([[{ status: 'ended' }]]));
});

it('acts at once if no one is affected', async () => {
  show(buildEvent({ id: 'e3', status: 'draft' }));
  press('delete');
  await vi.waitFor(() => expect(calls.mock.calls).toEqual([['deleted']]));
});
