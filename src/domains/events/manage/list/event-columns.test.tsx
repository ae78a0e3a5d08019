import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import { deletedColumns, eventColumns } from './event-columns.tsx';

afterEach(cleanup);

const NOW = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['Pacific/Auckland', /Nov 21.* 10:30/],
  ['Pacific/Honolulu', /Nov 20.* 11:30/],
])('uses the time zone %s of the event for deletions, including those by the platform', (time_zone, says) => {
  const column = deletedColumns(() => undefined, null, NOW).find(({ head }) => head === 'Deleted');
  for (const removal_reason of [null, 'Spam']) {
    const event = buildEvent({ time_zone, deleted_at: '2026-11-20T21:30:00Z', removal_reason });
    const { container, unmount } = render(<>{column?.cell(event)}</>);
    expect(container.querySelector('time')?.textContent).toMatch(says);
    unmount();
  }
});

it.each([
  ['public', 'Public'],
  ['private', 'Private'],
] as const)('names the visibility of a %s event, in the table and on the card of a phone', (type, says) => {
  const column = eventColumns({ setStatus: vi.fn(), remove: vi.fn() }, NOW).find(({ head }) => head === 'Visibility');
  expect(column?.part).toBe('fact');
  expect(column?.cell(buildEvent({ type }))).toBe(says);
});
