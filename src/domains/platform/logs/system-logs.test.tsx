import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logs, type LogsSearch } from './queries.ts';
import { SystemLogs } from './system-logs.tsx';

let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  // A request that never settles.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  client = new QueryClient();
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
});

function showEmpty(search: LogsSearch) {
  client.setQueryData(logs.query(search).queryKey, { items: [], next_cursor: null, previous_cursor: null });
  render(
    <QueryClientProvider client={client}>
      <SystemLogs search={search} onSearch={() => undefined} onEntry={() => undefined} />
    </QueryClientProvider>,
  );
}

it('explains days in the wrong order with one sentence, whatever else is searched', () => {
  showEmpty({ from: '2026-11-28', to: '2026-11-20', q: 'Noa' });
  const [sentence, ...more] = screen.getAllByText(/“From”/);
  expect(sentence?.textContent).toBe('“From” is after “To”. Choose an earlier “From” or a later “To”.');
  expect(more).toEqual([]);
});

it('says no more than that nothing matches a search that names find, too', () => {
  showEmpty({ q: 'Noa' });
  expect(screen.getByRole('heading', { name: 'No matching entries' })).toBeTruthy();
  expect(screen.queryByText(/aren’t searched/)).toBeNull();
});
