import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listMembersParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { defineList } from './define-list.ts';
import { ResourceList, SelectionBar, useResourceList } from './resource-list.tsx';

interface Request {
  params: { query: object };
}
const send = vi.hoisted(() => vi.fn<(method: string, url: string, init: Request) => Promise<object>>());
vi.mock('#src/transport/call.ts', () => ({ send }));

const members = defineList('/api/v1/organizations/{id}/members', listMembersParameters, {
  key: ['staff', 'members'],
  keyOf: ({ id }) => id,
});
type Search = ListSearch<typeof listMembersParameters>;

let client: QueryClient;
let onSearch: ReturnType<typeof vi.fn<(change: Partial<Search>) => void>>;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onSearch = vi.fn();
});
afterEach(() => {
  cleanup();
  client.clear();
  send.mockReset();
  vi.unstubAllGlobals();
});

function Staff({ search }: { search: Search }) {
  const list = useResourceList(members, { search, onSearch }, 'o 1');
  return (
    <ResourceList
      list={list}
      label="Staff"
      nouns={['person', 'people']}
      failed="Couldn’t load staff"
      columns={[{ head: 'Name', part: 'title', cell: ({ id }) => id, sort: ['name', '-name'] }]}
      tableFrom="md"
      filters={[
        { name: 'q', label: 'Search staff', placeholder: 'Search' },
        {
          name: 'status',
          label: 'Status',
          unset: 'Any status',
          options: { active: { name: 'Active' }, suspended: 'Suspended' },
          flags: { removed: 'Removed' },
          counts: { suspended: 2 },
        },
        { name: 'sort', label: 'Order', options: { name: 'Name', '-joined_at': 'Newest' } },
      ]}
      selection={{
        nameOf: ({ id }) => id,
        canSelect: () => true,
        bar: (
          <SelectionBar count={list.selected.length} onCancel={list.deselect}>
            Actions
          </SelectionBar>
        ),
      }}
      empty={{ icon: null, title: 'No staff yet', filtered: 'No matching people' }}
    />
  );
}
async function show(search: Search, ...items: object[]) {
  send.mockResolvedValue({ data: { items, next_cursor: null, previous_cursor: null }, response: new Response() });
  render(
    <QueryClientProvider client={client}>
      <Staff search={search} />
    </QueryClientProvider>,
  );
  await act(() => vi.waitFor(() => expect(client.isFetching()).toBe(0)));
}
const names = () => screen.queryAllByRole('checkbox', { name: /^Select (?!all)/ }).map((box) => box.closest('tr')?.cells[1]?.textContent);
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const ana = { id: 'Ana', removed_at: null };
const ben = { id: 'Ben', removed_at: '2026-11-20T18:00:00Z' };

test('reads the list below its parent, with the defaults of the contract', async () => {
  await show({ status: 'active', cursor: 'c' }, ana);
  const query = { sort: 'name', status: 'active', cursor: 'c', limit: 50 };
  expect(send).toHaveBeenCalledExactlyOnceWith(
    'GET',
    '/api/v1/organizations/o%201/members',
    expect.objectContaining({ params: { query } }),
  );
  expect(members.query({}, 'o1').queryKey).toEqual(['staff', 'members', 'o1', { sort: 'name' }]);
  expect(members.exportUrl({ q: 'a', cursor: 'c' }, ['o1'])).toMatch(/\/api\/v1\/organizations\/o1\/members\/export\?sort=name&q=a$/);
});

test('filters, flags and orders are selects; the default and “any” leave the URL', async () => {
  await show({ status: 'suspended' }, ana);
  const status = screen.getByLabelText<HTMLSelectElement>('Status');
  expect([...status.options].map(({ text }) => text)).toEqual(['Any status', 'Active', 'Suspended (2)', 'Removed']);
  expect(status.value).toBe('suspended');
  choose('Status', 'removed');
  choose('Status', 'any');
  choose('Status', 'active');
  choose('Order', '-joined_at');
  expect(onSearch.mock.calls).toEqual([
    [{ status: undefined, removed: true }],
    [{ status: undefined, removed: undefined }],
    [{ status: 'active', removed: undefined }],
    [{ sort: '-joined_at' }],
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>('Order').value).toBe('name');
});

test('shows pending changes, and moves a removed item to the list of removed items', async () => {
  await show({}, ana, ben);
  expect(names()).toEqual(['Ana']);
  act(() => void members.overlay.add('Ana', { removed_at: '2026-11-20T18:00:00Z' }));
  expect(names()).toEqual([]);
  cleanup();
  await show({ removed: true }, ana, ben);
  expect(names()).toEqual(['Ana', 'Ben']);
});

test('an empty list differs from one without matches, which can be cleared', async () => {
  await show({});
  expect(screen.getByText('No staff yet')).toBeTruthy();
  expect(screen.queryByLabelText('Status')).toBeNull();
  cleanup();
  await show({ removed: true, sort: '-name' });
  expect(screen.getByText('No matching people')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(onSearch.mock.calls).toEqual([[{ q: undefined, role: undefined, status: undefined, removed: undefined }]]);
});

test('bulk actions replace the filters while items are selected', async () => {
  await show({}, { id: 'Cem', removed_at: null });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Cem' }));
  expect(screen.getByRole('status').textContent).toBe('1 person selected');
  expect(screen.queryByLabelText('Status')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(onSearch.mock.calls).toEqual([[{ sort: '-name' }]]);
  expect(screen.getByLabelText('Status')).toBeTruthy();
});
