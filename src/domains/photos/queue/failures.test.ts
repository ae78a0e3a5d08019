import { describe, expect, it } from 'vitest';
import { operationTable } from '#openapi/operations.ts';
import { failureMessage, failureMessages } from './failures.ts';

const ofTheContract = [
  ...Object.keys(operationTable.createPhoto.errors),
  ...Object.keys(operationTable.createUpload.errors),
  // openapi.yaml: codes of any operation.
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid_request',
  'too_many_requests',
  'unavailable',
  'storage_full',
];
const ofThisPhone = ['unreachable', 'timeout', 'portal', 'gateway', 'bytes_missing'];

describe('failureMessage', () => {
  it.each([...new Set([...ofTheContract, ...ofThisPhone])])('explains %s and what to do', (code) => {
    const words = failureMessage({ code, message: 'fallback' }, 'parked');
    expect(words.what).not.toBe('fallback');
    expect(words.what).toMatch(/^[A-Z].*\.$/);
    expect(words.todo).toMatch(/^[A-Z].*\.$/);
  });

  it('has no messages for unknown codes', () => {
    expect(Object.keys(failureMessages).toSorted()).toEqual([...new Set([...ofTheContract, ...ofThisPhone])].toSorted());
  });

  it.each(['too_large', 'too_many_pixels'])('shows the numbers of %s', (code) => {
    const message = 'This photo has 280 megapixels. The limit is 100.';
    expect(failureMessage({ code, message }, 'parked')).toMatchObject({
      what: message,
      todo: expect.stringMatching(/^Save a copy/) as string,
    });
  });

  it("uses the server's text for an unknown code", () => {
    expect(failureMessage({ code: 'moon_in_the_way', message: 'The moon is in the way.' }, 'parked').what).toBe('The moon is in the way.');
  });
});
