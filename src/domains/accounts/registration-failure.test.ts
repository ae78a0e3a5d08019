import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { registrationFailure } from './registration-failure.ts';

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'There is an account with this address.',
  code: 'email_taken',
  request_id: 'r',
};

describe('A registration that failed says', () => {
  it("the server's own sentence, when it gave one", () => {
    expect(registrationFailure(new ApiError(new Response(null, { status: 409 }), problem))).toBe('There is an account with this address.');
  });
  it('the general sentence, when the server gave none', () => {
    expect(registrationFailure(new NetworkError('unreachable'))).toBe('Can’t reach the server.');
    expect(registrationFailure(new ApiError(new Response(null, { status: 502 }), null))).toBe(
      'Something went wrong on our side. Try again.',
    );
  });
  it('"Failed to register", when there is neither', () => {
    expect(registrationFailure(new Error(''))).toBe('Failed to register');
    expect(registrationFailure('no error at all')).toBe('Failed to register');
  });
});
