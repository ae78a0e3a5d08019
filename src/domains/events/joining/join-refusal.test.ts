import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import {
  retryAfterSeconds,
  joinErrorMessage,
  refusalFromError,
  refusalFromAdmission,
  refusalMessage,
  type Refusal,
} from './join-refusal.ts';

function answer(status: number, code: string, detail = '', headers: HeadersInit = {}): ApiError {
  return new ApiError(new Response(null, { status, headers }), {
    type: 'about:blank',
    title: 'No',
    status,
    code,
    detail,
    request_id: 'req-1',
  });
}

describe('why joining failed', () => {
  it('tells a mistyped code from a closed event', () => {
    expect(joinErrorMessage(answer(404, 'unknown_code'))).toMatch(/^We couldn’t find that event\. Check/);
    expect(joinErrorMessage(answer(409, 'event_closed'))).toMatch(/No one new can join this event/);
  });

  it('says for each refusal what happened and what to do', () => {
    const codes: Refusal[] = [
      'unknown_code',
      'code_renewed',
      'invitation_used',
      'event_closed',
      'event_over',
      'invitation_required',
      'join_refused',
    ];
    const titles = codes.map((code) => refusalMessage(refusalFromError(answer(409, code)) ?? 'account_barred').title);
    expect(new Set(titles).size).toBe(codes.length);
    for (const code of codes) expect(joinErrorMessage(answer(409, code))).toMatch(/\. .+\.$/);
  });

  it('says that it needs a connection, not that the code is wrong', () => {
    expect(joinErrorMessage(new NetworkError('unreachable'))).toMatch(/^Can’t reach the server\. We kept your code: .* try again\.$/);
    expect(refusalFromError(new NetworkError('portal'))).toBeNull();
  });

  it('says how long to wait after too many tries', () => {
    const tired = answer(429, 'too_many_requests', 'Too many attempts. Wait 7 seconds.', { 'retry-after': '7' });
    expect(retryAfterSeconds(tired)).toBe(7);
    expect(retryAfterSeconds(answer(429, 'too_many_requests'))).toBe(60);
    expect(retryAfterSeconds(answer(404, 'unknown_code'))).toBeNull();
    expect(joinErrorMessage(tired)).toMatch(/Wait a minute/);
    expect(refusalFromError(tired)).toBeNull();
  });

  it('passes on what else the server says', () => {
    expect(joinErrorMessage(answer(500, 'internal', 'Something broke here.'))).toBe('Something broke here.');
  });
});

it('an admission other than open is a refusal', () => {
  expect(refusalFromAdmission('open')).toBeNull();
  expect((['invited', 'closed', 'over', 'used'] as const).map(refusalFromAdmission)).toEqual([
    'invitation_required',
    'event_closed',
    'event_over',
    'invitation_used',
  ]);
});
