import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import { deletedColumns } from './event-columns.tsx';

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
