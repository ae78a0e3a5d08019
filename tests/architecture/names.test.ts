import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

test('an exported name means one thing within its domain', () => {
  const homes = new Map<string, string[]>();
  for (const file of sources(/^(src\/domains|server)\/[^/]+\/.*\.tsx?$/).filter((path) => !path.includes('.test.'))) {
    const [domain = ''] = /^(src\/domains|server)\/[^/]+/.exec(file) ?? [];
    for (const [, name = ''] of readSource(file).matchAll(exported)) {
      const key = `${name} in ${domain}`;
      homes.set(key, [...(homes.get(key) ?? []), file]);
    }
  }
  expect(homes.size).toBeGreaterThan(1000);
  const twice = [...homes].filter(([, files]) => files.length > 1);
  expect(twice.map(([key, files]) => `${key}: ${files.join(', ')}`)).toEqual([]);
});
