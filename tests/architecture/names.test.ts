import { describe, expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

/** One thing of the contract, which the web app and the server each have for themselves. */
const sameOnBothSides = new Set(['ParticipantRole', 'fileWords', 'uuid7']);

const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

describe('names', () => {
  test('one exported name means one thing in the product', () => {
    const homes = new Map<string, string[]>();
    for (const file of sources(/^(src|sw|server)\/.*\.tsx?$/).filter((path) => !path.includes('.test.'))) {
      for (const [, name = ''] of readSource(file).matchAll(exported)) homes.set(name, [...(homes.get(name) ?? []), file]);
    }
    // Each route's file exports its `Route`: the router asks for it.
    const twice = [...homes].filter(([name, files]) => files.length > 1 && name !== 'Route' && !sameOnBothSides.has(name));
    expect(twice.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
  });
});
