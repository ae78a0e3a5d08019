// Advisory locks of one database share one key space. Two locks with the same key would block each other without an error.
import { expect, test } from 'vitest';
import { LOCK_SPACES, LOCKS } from '#server/db/advisory-locks.ts';
import { readSource, sources } from '#tests/support/source.ts';

test('each advisory lock has a unique key, in one list', () => {
  const keys = [...Object.values(LOCKS), ...Object.values(LOCK_SPACES)];
  expect(new Set(keys).size).toBe(keys.length);
  const elsewhere = sources(/^server\/.*\.ts$/).filter((file) => /pg_(try_)?advisory\w+\(\s*\d/.test(readSource(file)));
  expect(elsewhere, 'keys are only in server/db/advisory-locks.ts').toEqual([]);
  const numbers = sources(/^server\/.*\.ts$/).filter(
    (file) => !file.endsWith('/advisory-locks.ts') && /\b7_?31\d(_?\d{3})?\b/.test(readSource(file)),
  );
  expect(numbers, 'nor under other names').toEqual([]);
});
