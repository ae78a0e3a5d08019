import { describe, expect, it } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import {
  joinErrorMessage,
  type JoinPreview,
  joinState,
  type Refusal,
  refusalFromAdmission,
  refusalFromError,
  refusalMessage,
  retryAfterSeconds,
} from './join-state.ts';

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

const preview = (admission: JoinPreview['admission'] = 'open'): JoinPreview => ({
  event_id: 'e1',
  name: 'Harbour Lights',
  organization_name: 'Aurora Events',
  starts_at: '2026-11-20T18:00:00.000Z',
  duration: 6,
  time_zone: null,
  location: 'Pier 4',
  branding: { primary_color: '#000000', secondary_color: '#ffffff', logo_url: null },
  admission,
  has_cover: false,
  is_personal: false,
  join_identity: 'name',
  takes_photos: true,
});
const event = (relation: Event['relation']) => ({ id: 'e1', relation }) as Event;
const nothing = { data: undefined, error: null };
const known = <T>(data: T) => ({ data, error: null });
const failed = (error: Error) => ({ data: undefined, error });

const facts = {
  joiner: 'person' as const,
  isGuest: false,
  followsLink: false,
  preview: known(preview()),
  event: failed(answer(404, 'not_found')),
  joinError: null,
};

describe('the page behind a code', () => {
  it('opens the door to whoever the code lets in, signed in or not', () => {
    expect(joinState(facts)).toMatchObject({ kind: 'open', preview: { name: 'Harbour Lights' } });
    expect(joinState({ ...facts, joiner: 'nobody', event: nothing })).toMatchObject({ kind: 'open' });
    expect(joinState({ ...facts, event: known(event('visitor')) }).kind, 'who only looks may join').toBe('open');
    expect(joinState({ ...facts, event: known(event('visitor')), followsLink: true }).kind, 'a link to a photo leads there').toBe('inside');
    expect(joinState({ ...facts, followsLink: true }).kind, 'who is not in yet joins first').toBe('open');
  });

  it('asks a guest for an account where the event does, and nobody else', () => {
    const asks = known({ ...preview(), join_identity: 'account' as const });
    expect(joinState({ ...facts, preview: asks, isGuest: true })).toMatchObject({ kind: 'refused', refusal: 'account_required' });
    expect(joinState({ ...facts, preview: asks }).kind).toBe('open');
    expect(joinState({ ...facts, isGuest: true }).kind).toBe('open');
    expect(joinState({ ...facts, preview: asks, isGuest: true, event: known(event('participant')) }).kind).toBe('inside');
  });

  it('waits until it is known whether one is in already', () => {
    expect(joinState({ ...facts, preview: nothing, event: nothing }).kind).toBe('loading');
    expect(joinState({ ...facts, event: nothing }).kind).toBe('loading');
    expect(joinState({ ...facts, event: failed(new NetworkError('timeout')) }).kind, 'but not for ever').toBe('open');
  });

  it.each(['participant', 'organization'] as const)('lets a %s straight on, whatever the code says by now', (relation) => {
    const inside = known(event(relation));
    for (const admission of ['open', 'closed', 'over', 'invited', 'used'] as const)
      expect(joinState({ ...facts, preview: known(preview(admission)), event: inside }).kind).toBe('inside');
    const renewed = { data: preview(), error: answer(410, 'code_renewed') };
    expect(joinState({ ...facts, preview: renewed, event: inside }).kind).toBe('inside');
  });

  it('lets on what this phone knows to be joined, without a network', () => {
    const held = { data: preview(), error: new NetworkError('unreachable') };
    const event1 = { data: event('participant'), error: new NetworkError('unreachable') };
    expect(joinState({ ...facts, preview: held, event: event1 }).kind).toBe('inside');
    expect(joinState({ ...facts, preview: failed(new NetworkError('unreachable')), event: nothing }).kind).toBe('offline');
  });

  it('says in which way the door is shut, and whose door it is', () => {
    const at = (admission: JoinPreview['admission']) => joinState({ ...facts, preview: known(preview(admission)) });
    expect(at('closed')).toMatchObject({ kind: 'refused', refusal: 'event_closed', preview: { name: 'Harbour Lights' } });
    expect(at('over')).toMatchObject({ refusal: 'event_over' });
    expect(at('invited')).toMatchObject({ refusal: 'invitation_required' });
    expect(at('used')).toMatchObject({ refusal: 'invitation_used' });
    expect(joinState({ ...facts, joinError: answer(403, 'join_refused') })).toMatchObject({
      refusal: 'join_refused',
      preview: { event_id: 'e1' },
    });
  });

  it('leads to the gallery of an event that is over who may see it without joining', () => {
    const over = { ...facts, preview: known(preview('over')) };
    expect(joinState({ ...over, event: known(event('visitor')) })).toMatchObject({ kind: 'refused', refusal: 'event_over', gallery: 'e1' });
    expect(joinState(over), 'a private one').toMatchObject({ refusal: 'event_over', gallery: null });
    expect(joinState({ ...over, joiner: 'nobody', event: nothing })).toMatchObject({ refusal: 'event_over', gallery: null });
  });

  it('shows no event behind a code that opens none, also where one was kept', () => {
    expect(joinState({ ...facts, preview: failed(answer(404, 'unknown_code')) })).toEqual({
      kind: 'refused',
      refusal: 'unknown_code',
      preview: null,
      gallery: null,
    });
    const renewed = { data: preview(), error: answer(410, 'code_renewed') };
    expect(joinState({ ...facts, preview: renewed })).toEqual({ kind: 'refused', refusal: 'code_renewed', preview: null, gallery: null });
  });

  it('tells accounts that enter no events so before they try', () => {
    expect(joinState({ ...facts, joiner: 'pending', event: nothing })).toMatchObject({ refusal: 'account_pending' });
    expect(joinState({ ...facts, joiner: 'barred', event: nothing })).toMatchObject({ refusal: 'account_barred' });
  });

  it('keeps a failure apart from a refusal', () => {
    const broken = answer(500, 'internal');
    expect(joinState({ ...facts, preview: failed(broken) })).toEqual({ kind: 'failed', error: broken });
    expect(joinState({ ...facts, joinError: broken }).kind, 'joining can be tried again').toBe('open');
  });
});
