import { expect, test } from 'vitest';
import { toProblem } from '#server/http/errors.ts';

const reset = (more: object = {}) => Object.assign(new Error('aborted'), { code: 'ECONNRESET', ...more });

test('a body whose connection was cut is the request’s failure, a connection to the database that was cut the server’s', () => {
  // As the framework passes on what the body ended with.
  expect(toProblem(reset({ statusCode: 400 }))).toMatchObject({ status: 400, code: 'bad_request' });
  expect(toProblem(reset())).toMatchObject({ status: 503, code: 'unavailable' });
});
