import { describe, expect, it } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import {
  joinErrorMessage,
  type JoinPreview,
  joinState,
  joinWords,
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

describe('joinErrorMessage', () => {
  it('distinguishes a mistyped code from a closed event', () => {
    expect(joinErrorMessage(answer(404, 'unknown_code'))).toMatch(/^We couldn’t find that event\. Check/);
    expect(joinErrorMessage(answer(409, 'event_closed'))).toMatch(/No one new can join this event/);
  });

  it('explains every refusal and what to do', () => {
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

  it('reports a missing connection instead of a wrong code', () => {
    expect(joinErrorMessage(new NetworkError('unreachable'))).toMatch(/^Can’t reach the server\. Your code is saved\. .* try again\.$/);
    expect(refusalFromError(new NetworkError('portal'))).toBeNull();
  });

  it('reports how long to wait after too many attempts', () => {
    const tired = answer(429, 'too_many_requests', 'Too many attempts. Wait 7 seconds.', { 'retry-after': '7' });
    expect(retryAfterSeconds(tired)).toBe(7);
    expect(retryAfterSeconds(answer(429, 'too_many_requests'))).toBe(60);
    expect(retryAfterSeconds(answer(404, 'unknown_code'))).toBeNull();
    expect(joinErrorMessage(tired)).toMatch(/Wait a minute/);
    expect(refusalFromError(tired)).toBeNull();
  });

  it('passes other server messages through', () => {
    expect(joinErrorMessage(answer(500, 'internal', 'Something broke here.'))).toBe('Something broke here.');
  });
});

it('refusalFromAdmission maps every admission but open to a refusal', () => {
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
  role: 'guest',
  join_identity: 'name',
  takes_photos: true,
  shows_photos: 'all',
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

describe('joinState', () => {
  it('is open to everyone the code admits, signed in or not', () => {
    expect(joinState(facts)).toMatchObject({ kind: 'open', preview: { name: 'Harbour Lights' } });
    expect(joinState({ ...facts, joiner: 'nobody', event: nothing })).toMatchObject({ kind: 'open' });
    expect(joinState({ ...facts, event: known(event('visitor')) }).kind, 'visitors can join').toBe('open');
    expect(
      joinState({ ...facts, event: known(event('visitor')), followsLink: true }).kind,
      'a photo link opens the event for visitors',
    ).toBe('inside');
    expect(joinState({ ...facts, followsLink: true }).kind, 'others join first').toBe('open');
  });

  it('requires an account only from guests, and only if the event does', () => {
    const asks = known({ ...preview(), join_identity: 'account' as const });
    expect(joinState({ ...facts, preview: asks, isGuest: true })).toMatchObject({ kind: 'refused', refusal: 'account_required' });
    expect(joinState({ ...facts, preview: asks }).kind).toBe('open');
    expect(joinState({ ...facts, isGuest: true }).kind).toBe('open');
    expect(joinState({ ...facts, preview: asks, isGuest: true, event: known(event('participant')) }).kind).toBe('inside');
  });

  it('is loading until the participation is known', () => {
    expect(joinState({ ...facts, preview: nothing, event: nothing }).kind).toBe('loading');
    expect(joinState({ ...facts, event: nothing }).kind).toBe('loading');
    expect(joinState({ ...facts, event: failed(new NetworkError('timeout')) }).kind, 'unless the request fails').toBe('open');
  });

  it.each(['participant', 'organization'] as const)('sends a %s to the event, regardless of the code’s admission', (relation) => {
    const inside = known(event(relation));
    for (const admission of ['open', 'closed', 'over', 'invited', 'used'] as const)
      expect(joinState({ ...facts, preview: known(preview(admission)), event: inside }).kind).toBe('inside');
    const renewed = { data: preview(), error: answer(410, 'code_renewed') };
    expect(joinState({ ...facts, preview: renewed, event: inside }).kind).toBe('inside');
  });

  it('sends a known participant to the event while offline', () => {
    const held = { data: preview(), error: new NetworkError('unreachable') };
    const event1 = { data: event('participant'), error: new NetworkError('unreachable') };
    expect(joinState({ ...facts, preview: held, event: event1 }).kind).toBe('inside');
    expect(joinState({ ...facts, preview: failed(new NetworkError('unreachable')), event: nothing }).kind).toBe('offline');
  });

  it('reports the refusal together with the event', () => {
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

  it('links to the gallery of an ended event if it is visible without joining', () => {
    const over = { ...facts, preview: known(preview('over')) };
    expect(joinState({ ...over, event: known(event('visitor')) })).toMatchObject({ kind: 'refused', refusal: 'event_over', gallery: 'e1' });
    expect(joinState(over), 'not for a private event').toMatchObject({ refusal: 'event_over', gallery: null });
    expect(joinState({ ...over, joiner: 'nobody', event: nothing })).toMatchObject({ refusal: 'event_over', gallery: null });
  });

  it('shows no event for an invalid code, even if a preview is cached', () => {
    expect(joinState({ ...facts, preview: failed(answer(404, 'unknown_code')) })).toEqual({
      kind: 'refused',
      refusal: 'unknown_code',
      preview: null,
      gallery: null,
    });
    const renewed = { data: preview(), error: answer(410, 'code_renewed') };
    expect(joinState({ ...facts, preview: renewed })).toEqual({ kind: 'refused', refusal: 'code_renewed', preview: null, gallery: null });
  });

  it('refuses accounts that cannot enter events before they try', () => {
    expect(joinState({ ...facts, joiner: 'pending', event: nothing })).toMatchObject({ refusal: 'account_pending' });
    expect(joinState({ ...facts, joiner: 'barred', event: nothing })).toMatchObject({ refusal: 'account_barred' });
  });

  it('distinguishes failures from refusals', () => {
    const broken = answer(500, 'internal');
    expect(joinState({ ...facts, preview: failed(broken) })).toEqual({ kind: 'failed', error: broken });
    expect(joinState({ ...facts, joinError: broken }).kind, 'joining can be retried').toBe('open');
  });
});

describe('joinWords', () => {
  const join = 'Join the event';
  it.each<[takesPhotos: boolean, shows: JoinPreview['shows_photos'], followsPhoto: boolean, promise: string, button: string]>([
    [true, 'all', false, 'Take photos and see everyone else’s.', 'Join and open the camera'],
    [true, 'later', false, 'Take photos, and see everyone else’s once the gallery opens.', 'Join and open the camera'],
    [true, 'own', false, 'Take photos for the organizer. You see only your own.', 'Join and open the camera'],
    [false, 'all', false, 'See and like everyone’s photos in the gallery.', 'Join and see the gallery'],
    [false, 'later', false, 'See and like everyone’s photos once the gallery opens.', join],
    [false, 'own', false, 'Guests see only their own photos here.', join],
    [true, 'all', true, 'Someone shared a photo from this event with you. Join to see it.', 'Join and see the photo'],
    [true, 'later', true, 'Someone shared a photo from this event with you. You can see it once the gallery opens.', join],
    [true, 'own', true, 'Someone shared a photo from this event with you, but guests see only their own photos here.', join],
  ])(
    'promises what the rules allow: camera %s, photos %s, shared photo %s',
    (takes_photos, shows_photos, followsPhoto, promise, button) => {
      expect(joinWords({ takes_photos, shows_photos }, followsPhoto)).toEqual({ promise, button });
    },
  );
});
