import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listUsersParameters } from '#openapi/lists.ts';
import { defineList } from './define-list.ts';
import { PagedList } from './paged-list.tsx';

const people = (...names: string[]) => names.map((id) => ({ id }));
const pages: Record<string, object> = {
  '': { items: people('Ana', 'Ben'), next_cursor: 'two', previous_cursor: null, total: 3 },
  two: { items: people('Cleo'), next_cursor: null, previous_cursor: 'one', total: 3 },
  one: { items: people('Ana', 'Ben'), next_cursor: 'two', previous_cursor: null, total: 3 },
};
const send = vi.hoisted(() => vi.fn<(method: string, url: string, init: { params: { query: { cursor?: string } } }) => Promise<object>>());
vi.mock('#src/transport/call.ts', () => ({ send }));
const users = defineList('/api/v1/users', listUsersParameters, { key: ['people'], keyOf: ({ id }) => id });
send.mockImplementation((_method, _url, { params: { query } }) => {
  const data = pages[query.cursor ?? ''];
  const problem = { code: 'invalid_request', detail: 'The cursor is not one of this list.', request_id: 'r1' };
  const headers = { 'content-type': 'application/problem+json' };
  return Promise.resolve(
    data ? { data, response: new Response() } : { error: problem, response: new Response(null, { status: 422, headers }) },
  );
});
let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
});

function People({ from, hidden = [], showsAll }: { from?: string; hidden?: string[]; showsAll?: boolean }) {
  const [cursor, setCursor] = useState(from);
  const query = useQuery(users.query({ cursor }));
  return (
    <PagedList
      label="People"
      nouns={['person', 'people']}
      failed="The people could not be loaded"
      columns={[{ head: 'Name', part: 'title', cell: ({ id }: { id: string }) => id }]}
      keyOf={({ id }: { id: string }) => id}
      tableFrom="md"
      query={query}
      itemsOf={({ items }) => items.filter(({ id }) => !hidden.includes(id))}
      cursor={cursor}
      onPage={setCursor}
      filters={<input aria-label="Search" />}
      showsAll={showsAll}
      empty={<p>Nobody</p>}
    />
  );
}
async function show(people: React.JSX.Element) {
  render(<QueryClientProvider client={client}>{people}</QueryClientProvider>);
  await act(() => Promise.resolve());
}
const names = () => screen.getAllByRole('cell').map((cell) => cell.textContent);

test('a list pages forward and back, and shows the number of visible items', async () => {
  await show(<People />);
  expect(await screen.findByText('2 of 3 people')).toBeTruthy();
  expect(names()).toEqual(['Ana', 'Ben']);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('1 of 3 people')).toBeTruthy();
  expect(names()).toEqual(['Cleo']);
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('2 of 3 people')).toBeTruthy();
});

test('an invalid page in the address falls back to the first page', async () => {
  await show(<People from="nonsense" />);
  expect(await screen.findByText('2 of 3 people')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the search field is there while the list loads, and stays the same element', async () => {
  await show(<People />);
  const search = screen.getByLabelText('Search');
  expect(await screen.findByText('2 of 3 people')).toBeTruthy();
  expect(screen.getByLabelText('Search')).toBe(search);
});

test('an empty later page still leads back', async () => {
  await show(<People from="two" hidden={['Cleo']} />);
  expect(await screen.findByRole('heading', { name: /on this page anymore/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeTruthy();
});

test('without any items, only the empty state is shown', async () => {
  await show(<People hidden={['Ana', 'Ben']} showsAll />);
  expect(await screen.findByText('Nobody')).toBeTruthy();
  expect(screen.queryByLabelText('Search')).toBeNull();
});

test('the filter stays if it leaves nothing', async () => {
  await show(<People hidden={['Ana', 'Ben']} showsAll={false} />);
  expect(await screen.findByText('Nobody')).toBeTruthy();
  expect(screen.getByLabelText('Search')).toBeTruthy();
});
