import { describe, expect, test } from 'vitest';
import { operationTable } from '#openapi/operations.ts';
import { unboundPolicies } from '#tests/support/policy-calls.ts';
import { readSource, sources } from '#tests/support/source.ts';

const operations = Object.entries(operationTable).map(([id, { tag, policy }]) => ({ id, tag, policy: policy as string }));
const files = new Map(sources(/^server\/.*(?<!\.test|\.d)\.ts$/).map((file) => [file, readSource(file)]));

/** The server with one file written otherwise. */
function changed(file: string, from: string, to: string): Map<string, string> {
  const text = files.get(file);
  if (!text?.includes(from)) throw new Error(`${file} does not contain ${from}`);
  return new Map([...files, [file, text.replace(from, to)]]);
}

describe('an operation', () => {
  test('asks the policy that the contract names', () => {
    expect(operations.filter(({ policy }) => policy.includes('.')).length).toBeGreaterThan(30);
    expect(unboundPolicies(files, operations)).toEqual([]);
  });

  test('is reported if it no longer calls its policy, also if a helper called it', () => {
    const unasked = changed('server/photos/operations/files.ts', '!canReadOriginal(reader, event, photo)', 'photo.deletedAt');
    expect(unboundPolicies(unasked, operations)).toEqual(['getPhotoOriginal: its handler never asks photos.canReadOriginal']);
    const unheld = changed(
      'server/events/operations/authorize.ts',
      '!canManage(relation, { ...event, deletedAt: null })',
      'event.deletedAt',
    );
    const managing = operations.filter(({ policy }) => policy === 'events.canManage').map(({ id }) => id);
    expect(unboundPolicies(unheld, operations)).toEqual(managing.map((id) => `${id}: its handler never asks events.canManage`));
  });

  test('is reported if its policy does not exist or it has no handler', () => {
    const row = { id: 'getEvent', tag: 'events', policy: 'events.canView' };
    expect(unboundPolicies(files, [{ ...row, policy: 'events.canDream' }])).toEqual(['getEvent: there is no policy events.canDream']);
    expect(unboundPolicies(files, [{ ...row, id: 'dream' }])).toEqual(['dream: has 0 handlers']);
  });
});
