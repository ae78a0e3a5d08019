import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/package-root.ts';
import { demoAccounts } from './people.ts';

test('the README lists every demo account, in the words that the first start prints', () => {
  const readme = readFileSync(path.join(packageRoot, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\S+@demo\.test)`\s*\| (.+?)\s*\|$/gm)].map(([, email, role]) => ({ email, role }));
  expect(rows).toEqual(demoAccounts.map(({ email, what }) => ({ email, role: what.charAt(0).toUpperCase() + what.slice(1) })));
});
