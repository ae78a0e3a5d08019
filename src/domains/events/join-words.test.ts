import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { joinFailure } from './join-words.ts';

function refusal(status: number, code: string, detail: string): ApiError {
  return new ApiError(new Response(null, { status }), { type: 'about:blank', title: 'No', status, code, detail, request_id: 'req-1' });
}

describe('why joining failed', () => {
  it('tells a mistyped code from a closed event', () => {
    expect(joinFailure(refusal(404, 'unknown_code', ''))).toMatch(/No event has this code/);
    expect(joinFailure(refusal(409, 'event_closed', ''))).toMatch(/takes no new guests/);
  });

  it('says that it needs a connection, not that the code is wrong', () => {
    expect(joinFailure(new NetworkError('unreachable'))).toMatch(/needs a connection/);
  });

  it('passes on what else the server says', () => {
    expect(joinFailure(refusal(500, 'internal', 'Something broke here.'))).toBe('Something broke here.');
  });
});
