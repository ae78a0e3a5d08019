// Loaded before every unit test: a warning or an error on the console that the test did not expect fails it.
// A test that expects one replaces it for itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      unexpected.push(`console.${method}: ${format(...values)}`);
    });
  }
});

afterEach(() => {
  const said = unexpected;
  unexpected = [];
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`unexpected output:\n${said.join('\n')}`);
});
