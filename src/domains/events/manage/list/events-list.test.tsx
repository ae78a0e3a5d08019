import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { organizationEvents, type OrganizationEventPage } from '#src/domains/events/manage/queries.ts';
import { EventsList } from './events-list.tsx';

const page: OrganizationEventPage = {
  items: [],
  total: 0,
  counts: { all: 3, draft: 1, active: 0, live: 2, ending: 0, overdue: 0, ended: 0, archived: 0, deleted: 0 },
  next_cursor: null,
  previous_cursor: null,
};
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  // A request that never settles.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  client = new QueryClient();
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('searches before the first response', async () => {
  const onSearch = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <EventsList organizationId="o1" search={{}} onSearch={onSearch} />
    </QueryClientProvider>,
  );
  const box = screen.getByLabelText('Search events');
  fireEvent.change(box, { target: { value: 'Alder' } });
  client.setQueryData(organizationEvents.query({}, 'o1').queryKey, page);
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(screen.getByText('No events yet')).toBeTruthy();
  expect(screen.getByLabelText('Search events')).toBe(box);
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(onSearch.mock.calls).toEqual([[{ q: 'Alder' }]]);
});

it('an organization without events sees no search, filters or zero counts', async () => {
  const none = { all: 0, draft: 0, active: 0, live: 0, ending: 0, overdue: 0, ended: 0, archived: 0, deleted: 0 };
  const list = (
    <QueryClientProvider client={client}>
      <EventsList organizationId="o1" search={{}} onSearch={() => undefined} />
    </QueryClientProvider>
  );
  client.setQueryData(organizationEvents.query({}, 'o1').queryKey, { ...page, counts: none });
  render(list);
  expect(screen.getByText('No events yet')).toBeTruthy();
  expect(screen.queryByLabelText('Search events')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  // The filter shows deleted events.
  await act(async () => {
    client.setQueryData(organizationEvents.query({}, 'o1').queryKey, { ...page, counts: { ...none, deleted: 1 } });
    await vi.advanceTimersByTimeAsync(10);
  });
  expect(screen.getByRole('radio', { name: /Deleted/ })).toBeTruthy();
});

it('lists statuses that appear with their counts last', () => {
  client.setQueryData(organizationEvents.query({}, 'o1').queryKey, { ...page, counts: { ...page.counts, overdue: 2, deleted: 1 } });
  render(
    <QueryClientProvider client={client}>
      <EventsList organizationId="o1" search={{}} onSearch={() => undefined} />
    </QueryClientProvider>,
  );
  const names = screen.getAllByRole('radio').map((chip) => chip.closest('label')?.textContent?.replace(/\d+$/, '').trim());
  expect(names).toEqual(['All', 'Draft', 'Open', 'Live', 'Ended', 'Archived', 'Overdue', 'Deleted']);
});
