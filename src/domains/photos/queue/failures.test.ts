import { describe, expect, it } from 'vitest';
import { operationTable } from '#openapi/operations.ts';
import { failureMessage, failureMessages } from './failures.ts';

const ofTheContract = [
  ...Object.keys(operationTable.createPhoto.errors),
  ...Object.keys(operationTable.createUpload.errors),
  // openapi.yaml: what any operation may answer.
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid_request',
  'too_many_requests',
  'unavailable',
  'storage_full',
];
const ofThisPhone = ['unreachable', 'timeout', 'portal', 'gateway', 'bytes_missing'];

describe('each reason why a photo has not arrived', () => {
  it.each([...new Set([...ofTheContract, ...ofThisPhone])])('%s is told in sentences, with what to do', (code) => {
    const words = failureMessage({ code, message: 'fallback' }, 'parked');
    expect(words.what).not.toBe('fallback');
    expect(words.what).toMatch(/^[A-Z].*\.$/);
    expect(words.todo).toMatch(/^[A-Z].*\.$/);
  });

  it('has no words for codes that nobody sends', () => {
    expect(Object.keys(failureMessages).toSorted()).toEqual([...new Set([...ofTheContract, ...ofThisPhone])].toSorted());
  });

  it.each(['too_large', 'too_many_pixels'])('%s says how much was found and how much is taken', (code) => {
    const message = 'This photo has 280 megapixels. The limit is 100.';
    expect(failureMessage({ code, message }, 'parked')).toMatchObject({
      what: message,
      todo: expect.stringMatching(/^Save a copy/) as string,
    });
  });

  it('of a later server is told in that server’s words', () => {
    expect(failureMessage({ code: 'moon_in_the_way', message: 'The moon is in the way.' }, 'parked').what).toBe('The moon is in the way.');
  });
});
