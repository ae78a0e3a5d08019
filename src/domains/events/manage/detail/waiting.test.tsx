import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Waiting } from './managed-event.tsx';

afterEach(cleanup);

it.each([
  [{ pending: 0, reported: 0 }, ''],
  [{ pending: 4, reported: 0 }, '4 4 pending'],
  [{ pending: 0, reported: 1 }, '1 1 reported'],
  [{ pending: 4, reported: 1 }, '5 4 pending, 1 reported'],
])('counts what waits for a decision: %o', (waiting, text) => {
  expect(render(<Waiting {...waiting} />).container.textContent).toBe(text);
});
