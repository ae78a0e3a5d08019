import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { busyFor, joinFailure, refusalOf, refusalOfAdmission, refusalWords, type Refusal } from './refusal.ts';

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
    expect(joinFailure(answer(404, 'unknown_code'))).toMatch(/^We couldn’t find that event\. Check/);
    expect(joinFailure(answer(409, 'event_closed'))).toMatch(/No one new can join this event/);
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
    const titles = codes.map((code) => refusalWords(refusalOf(answer(409, code)) ?? 'account_barred').title);
    expect(new Set(titles).size).toBe(codes.length);
    for (const code of codes) expect(joinFailure(answer(409, code))).toMatch(/\. .+\.$/);
  });

  it('says that it needs a connection, not that the code is wrong', () => {
    expect(joinFailure(new NetworkError('unreachable'))).toMatch(/^Can’t reach the server\. We kept your code: .* try again\.$/);
    expect(refusalOf(new NetworkError('portal'))).toBeNull();
  });

  it('says how long to wait after too many tries', () => {
    const tired = answer(429, 'too_many_requests', 'Too many attempts. Wait 7 seconds.', { 'retry-after': '7' });
    expect(busyFor(tired)).toBe(7);
    expect(busyFor(answer(429, 'too_many_requests'))).toBe(60);
    expect(busyFor(answer(404, 'unknown_code'))).toBeNull();
    expect(joinFailure(tired)).toMatch(/Wait a minute/);
    expect(refusalOf(tired)).toBeNull();
  });

  it('passes on what else the server says', () => {
    expect(joinFailure(answer(500, 'internal', 'Something broke here.'))).toBe('Something broke here.');
  });
});

it('an admission other than open is a refusal', () => {
  expect(refusalOfAdmission('open')).toBeNull();
  expect((['invited', 'closed', 'over', 'used'] as const).map(refusalOfAdmission)).toEqual([
    'invitation_required',
    'event_closed',
    'event_over',
    'invitation_used',
  ]);
});
