import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataTable, nextSort, sortedBy, type Column } from './data-table.tsx';

type Sort = 'name' | '-name' | '-photos_count' | 'photos_count';
interface Album {
  name: string;
  place: string;
  photos: number;
}

const onMenu = vi.fn();
const columns: Column<Album, Sort>[] = [
  { head: 'Album', part: 'title', cell: ({ name }) => <a href={`#${name}`}>{name}</a>, sort: ['name', '-name'] },
  { head: 'Place', part: 'line', cell: ({ place }) => place },
  {
    head: 'Photos',
    part: 'fact',
    cell: ({ photos }) => photos,
    onCard: ({ photos }) => `${photos} photos`,
    sort: ['-photos_count', 'photos_count'],
    end: true,
  },
  { head: 'Rating', cell: () => 'five' },
  {
    head: 'Actions',
    part: 'action',
    cell: ({ name }) => (
      <button type="button" onClick={onMenu}>
        Menu of {name}
      </button>
    ),
  },
];
const albums = [
  { name: 'Docks', place: 'Porto', photos: 12 },
  { name: 'Garden', place: '', photos: 0 },
];
const table = { label: 'Albums', columns, keyOf: ({ name }: Album) => name, tableFrom: 'lg' as const, sort: 'name' as const };

function onScreen(matches: boolean) {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('where there is room it is a table, sorted by its heads', () => {
  onScreen(true);
  const onSort = vi.fn();
  render(<DataTable {...table} items={albums} onSort={onSort} />);
  const heads = screen.getAllByRole('columnheader');
  expect(heads.map((head) => [head.textContent, head.getAttribute('aria-sort')])).toEqual([
    ['Album', 'ascending'],
    ['Place', null],
    ['Photos', null],
    ['Rating', null],
    ['Actions', null],
  ]);
  for (const name of ['Album', 'Photos']) fireEvent.click(screen.getByRole('button', { name }));
  expect(onSort.mock.calls).toEqual([['-name'], ['-photos_count']]);
  expect(screen.getByRole('row', { name: /Docks/ }).textContent).toBe('DocksPorto12fiveMenu of Docks');
});

test('on a phone the same columns make its rows: the title, non-empty values, and actions', () => {
  onScreen(false);
  render(<DataTable {...table} items={albums} busy />);
  const list = screen.getByRole('list', { name: 'Albums' });
  expect(list.getAttribute('aria-busy')).toBe('true');
  const [docks, garden] = within(list).getAllByRole('listitem');
  expect(docks?.textContent).toBe('DocksPorto12 photosMenu of Docks');
  expect(garden?.textContent).toBe('Garden0 photosMenu of Garden');
  expect(screen.queryByRole('table')).toBeNull();
});

test('while loading it has the shape of its content, and announces it once', () => {
  onScreen(true);
  render(<DataTable {...table} items={undefined} onSort={() => undefined} />);
  expect(screen.getByText('Loading albums').parentElement?.getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('table')).toBeNull();
  expect([...document.querySelectorAll('th')].map((head) => head.textContent)).toEqual(columns.map(({ head }) => head));
});

test('pressing the head of a column sorts by it, pressing it again turns it round', () => {
  expect(nextSort<Sort>('-photos_count', ['name', '-name'])).toBe('name');
  expect(nextSort<Sort>('name', ['name', '-name'])).toBe('-name');
  expect(nextSort<Sort>('-name', ['name', '-name'])).toBe('name');
  expect(nextSort<Sort>('name', ['-photos_count', 'photos_count'])).toBe('-photos_count');
  expect(sortedBy<Sort>('-name', ['name', '-name'])).toBe('descending');
  expect(sortedBy<Sort>('name', ['-photos_count', 'photos_count'])).toBeNull();
});
