// Loaded before every unit test: a warning or an error on the console that the test did not expect fails it.
// A test that expects one replaces it for itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
import { format } from 'node:util';
import type * as argon2 from '@node-rs/argon2';
import { afterEach, beforeEach, vi } from 'vitest';
import { WAIT_TIMEOUT_MS } from './wait-timeout.ts';

// What a test waits for comes late on a machine that does other work as well; the second that is waited by itself was met at times.
const patient = Symbol.for('waits for PATIENCE_MS');
const { waitFor } = vi;
// Files of a worker share it.
if (!(patient in waitFor))
  vi.waitFor = Object.assign<typeof waitFor, object>(
    (done, how) => waitFor(done, typeof how === 'number' ? how : { timeout: WAIT_TIMEOUT_MS, ...how }),
    { [patient]: true },
  );

// A hash costs 40 ms of a processor on purpose, and tests sign in hundreds of times. Files of a worker share the mock, as the modules that use it.
vi.mock('@node-rs/argon2', async (original) => {
  const key = Symbol.for('argon2 at the lowest costs');
  const { hash, verify } = await original<typeof argon2>();
  const cheap = vi.fn<typeof hash>((password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }));
  const mock: unknown = Reflect.get(globalThis, key) ?? { hash: cheap, verify };
  Reflect.set(globalThis, key, mock);
  return mock;
});

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
