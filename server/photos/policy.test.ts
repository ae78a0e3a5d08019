import { describe, expect, it } from 'vitest';
import type { EventRole } from '#server/events/policy.ts';
import {
  canDeletePhoto,
  canDownloadPhoto,
  canLikePhoto,
  canReadOriginal,
  canReadRejection,
  canReportPhoto,
  canSeePhoto,
  canSharePhoto,
  type GalleryFacts,
  galleryScope,
  initialStatus,
  type ModerationDecision,
  normalizeReason,
  type PhotoFacts,
  type PhotoReader,
  resolveDecision,
} from '#server/photos/policy.ts';

const decidable = (status: ModerationDecision['status'], moderatedBy: string | null = null, rejectionReason: string | null = null) => ({
  status,
  moderatedBy,
  rejectionReason,
});
const wish = (status: ModerationDecision['status'], expected?: ModerationDecision['status'], reason?: string): ModerationDecision => ({
  by: 'me',
  status,
  expected,
  reason,
});

describe('a decision', () => {
  it.each<[string, ReturnType<typeof decidable>, ModerationDecision, ReturnType<typeof resolveDecision>]>([
    ['on one that waits as expected moves it', decidable('pending'), wish('approved', 'pending'), 'move'],
    ['without an expectation moves it from any status', decidable('rejected', 'another'), wish('approved'), 'move'],
    ['after another moderator’s rejection is a conflict', decidable('rejected', 'another'), wish('approved', 'pending'), 'conflict'],
    ['that another took the same way is a conflict still', decidable('approved', 'another'), wish('approved', 'pending'), 'conflict'],
    ['sent twice is none', decidable('approved', 'me'), wish('approved', 'pending'), 'keep'],
    ['overruling one that was seen moves it', decidable('rejected', 'another'), wish('approved', 'rejected'), 'move'],
    ['taken back moves it', decidable('approved', 'me'), wish('pending', 'approved'), 'move'],
    ['taken back twice is none', decidable('pending'), wish('pending', 'approved'), 'keep'],
    ['of mine that another overruled is not taken back', decidable('rejected', 'another'), wish('pending', 'approved'), 'conflict'],
    ['approving again changes nothing', decidable('approved', 'another'), wish('approved'), 'keep'],
    [
      'rejecting with another reason changes the reason',
      decidable('rejected', 'another', 'Dark'),
      wish('rejected', undefined, 'Blurred'),
      'explain',
    ],
    [
      'rejecting with the same reason changes nothing',
      decidable('rejected', 'another', 'Dark'),
      wish('rejected', undefined, 'Dark'),
      'keep',
    ],
    ['rejecting again without a reason preserves the reason', decidable('rejected', 'me', 'Dark'), wish('rejected'), 'keep'],
    [
      'on an automatically approved one that is expected to be pending is a conflict',
      decidable('approved'),
      wish('rejected', 'pending'),
      'conflict',
    ],
  ])('%s', (_what, facts, wanted, verdict) => {
    expect(resolveDecision(facts, wanted)).toBe(verdict);
  });

  it('gives no reason where only spaces were typed', () => {
    expect([normalizeReason(undefined), normalizeReason('  '), normalizeReason(' Too dark. ')]).toEqual([undefined, null, 'Too dark.']);
  });
});

const event: GalleryFacts = {
  organizationId: 'aurora',
  organizationStatus: 'active',
  type: 'public',
  status: 'live',
  allowDownloads: true,
  guestAccess: 'view_and_capture',
  isGuestTimeOver: false,
  guestDownloads: true,
  pausedAt: null,
  deletedAt: null,
  requireApproval: false,
  autoGallery: true,
  publishedAt: null,
  revealsAt: null,
};
const photo: PhotoFacts = { uploaderId: 'author', status: 'approved', state: 'ready', isHidden: false };
const readers: Record<string, PhotoReader> = {
  organization: { userId: 'member', relation: 'organization' },
  author: { userId: 'author', relation: 'participant' },
  participant: { userId: 'photographer', relation: 'participant' },
  guest: { userId: 'guest', relation: 'guest' },
  visitor: { userId: 'passer-by', relation: 'visitor' },
  stranger: { userId: 'author', relation: 'none' },
};
type May = (reader: PhotoReader, event: GalleryFacts, photo: PhotoFacts) => boolean;
const whoMay = (may: May, changes: { event?: Partial<GalleryFacts>; photo?: Partial<PhotoFacts> } = {}) =>
  Object.keys(readers).filter((name) => may(readers[name] as PhotoReader, { ...event, ...changes.event }, { ...photo, ...changes.photo }));

describe('a photo', () => {
  it('is seen by all who may enter its event', () => {
    expect(whoMay(canSeePhoto)).toEqual(['organization', 'author', 'participant', 'guest', 'visitor']);
  });

  it.each<[string, { event?: Partial<GalleryFacts>; photo?: Partial<PhotoFacts> }]>([
    ['waits for approval', { photo: { status: 'pending' } }],
    ['was rejected', { photo: { status: 'rejected' } }],
    ['cannot be read', { photo: { state: 'unreadable' } }],
    ['is in an unpublished gallery', { event: { autoGallery: false } }],
    ['is in a gallery that is not revealed yet', { event: { revealsAt: new Date(Date.now() + 3_600_000) } }],
    ['is in a hidden section', { photo: { isHidden: true } }],
  ])('that %s is seen by its author and the organization only', (_what, changes) => {
    for (const may of [canSeePhoto, canDownloadPhoto]) expect(whoMay(may, changes)).toEqual(['organization', 'author']);
  });

  it('of a published gallery is seen by all', () => {
    expect(whoMay(canSeePhoto, { event: { autoGallery: false, publishedAt: new Date() } })).toContain('visitor');
  });

  it('is downloaded by participants where the event allows it, by its author always, by visitors never', () => {
    expect(whoMay(canDownloadPhoto)).toEqual(['organization', 'author', 'participant', 'guest']);
    expect(whoMay(canDownloadPhoto, { event: { allowDownloads: false } })).toEqual(['organization', 'author']);
  });

  it('gives its original to its author and the organization', () => {
    expect(whoMay(canReadOriginal)).toEqual(['organization', 'author']);
  });

  it('is liked by those who take part', () => {
    expect(whoMay(canLikePhoto)).toEqual(['organization', 'author', 'participant', 'guest']);
  });

  it('is deleted by its author and the organization, unless the organization is suspended', () => {
    expect(whoMay(canDeletePhoto)).toEqual(['organization', 'author']);
    expect(whoMay(canDeletePhoto, { event: { organizationStatus: 'suspended' } })).toEqual([]);
  });

  it('waits on arrival only where the event asks for approval, and never when the organization has taken it', () => {
    const arriving = (
      relation: EventRole,
      role: 'photographer' | 'guest' | 'viewer' | null,
      requireApproval: boolean,
      source: 'camera' | 'generated' = 'camera',
    ) => initialStatus(relation, { ...event, requireApproval }, role, source);
    // Visitors of a photo booth upload by the organization's account.
    expect([true, false].map((asks) => arriving('organization', null, asks, 'generated'))).toEqual(['pending', 'approved']);
    expect([arriving('organization', null, true), arriving('organization', 'viewer', false)]).toEqual(['approved', 'approved']);
    expect([arriving('participant', 'photographer', false), arriving('participant', 'photographer', true)]).toEqual([
      'approved',
      'pending',
    ]);
    for (const requireApproval of [true, false]) {
      // Photos of people who became viewers or were removed are pending, because only their clock proves the time.
      expect(arriving('participant', 'viewer', requireApproval)).toBe('pending');
      for (const relation of ['none', 'visitor'] as const) expect(arriving(relation, null, requireApproval)).toBe('pending');
    }
  });

  it('of a guest waits on arrival as a photographer’s does, and always when guests may not take photos now', () => {
    const arriving = (rules: Partial<GalleryFacts>) => initialStatus('guest', { ...event, ...rules }, 'guest', 'camera');
    expect([arriving({}), arriving({ guestAccess: 'capture' }), arriving({ requireApproval: true })]).toEqual([
      'approved',
      'approved',
      'pending',
    ]);
    expect([arriving({ guestAccess: 'view' }), arriving({ isGuestTimeOver: true })]).toEqual(['pending', 'pending']);
  });

  it.each<[string, Partial<GalleryFacts>]>([
    ['who see only their own', { guestAccess: 'capture' }],
    ['whose time is over', { isGuestTimeOver: true }],
  ])('is hidden from guests %s, and from visitors, in every way', (_what, rules) => {
    for (const may of [canSeePhoto, canDownloadPhoto, canReadOriginal, canLikePhoto, canSharePhoto, canDeletePhoto, canReportPhoto])
      for (const who of ['guest', 'visitor']) expect(whoMay(may, { event: rules }), may.name).not.toContain(who);
    const own: PhotoFacts = { ...photo, uploaderId: 'guest' };
    for (const may of [canSeePhoto, canDownloadPhoto, canReadOriginal, canLikePhoto, canDeletePhoto])
      expect(may(readers.guest!, { ...event, ...rules }, own), 'their own').toBe(true);
    expect(canSharePhoto(readers.guest!, { ...event, ...rules }, own), 'a link that opens for none').toBe(false);
    expect(whoMay(canSeePhoto, { event: rules })).toEqual(['organization', 'author', 'participant']);
  });

  it('is not downloaded by guests where the rules for guests say so', () => {
    expect(whoMay(canDownloadPhoto, { event: { guestDownloads: false } })).toEqual(['organization', 'author', 'participant']);
  });

  it('is reported by everyone who sees it', () => {
    expect(whoMay(canReportPhoto)).toEqual(whoMay(canSeePhoto));
  });

  it('is shared by a link by all who see it, when others see it too', () => {
    expect(whoMay(canSharePhoto)).toEqual(['organization', 'author', 'participant', 'guest', 'visitor']);
    for (const status of ['pending', 'rejected'] as const) expect(whoMay(canSharePhoto, { photo: { status } })).toEqual([]);
    for (const state of ['processing', 'unreadable'] as const) expect(whoMay(canSharePhoto, { photo: { state } })).toEqual([]);
    expect(whoMay(canSharePhoto, { event: { autoGallery: false } })).toEqual([]);
    expect(whoMay(canSharePhoto, { photo: { isHidden: true } })).toEqual([]);
  });

  it('shows the reason of a rejection to its author and the organization', () => {
    expect(whoMay(canReadRejection, { photo: { status: 'rejected' } })).toEqual(['organization', 'author']);
    for (const status of ['pending', 'approved'] as const) expect(whoMay(canReadRejection, { photo: { status } })).toEqual([]);
  });

  it('is on a page of the gallery exactly if it is visible', () => {
    const rules = [{}, { guestAccess: 'capture' as const }, { isGuestTimeOver: true }];
    for (const galleryRules of [true, false].flatMap((autoGallery) => rules.map((rule) => ({ autoGallery, ...rule })))) {
      for (const status of ['pending', 'approved', 'rejected'] as const) {
        for (const state of ['processing', 'ready', 'unreadable'] as const) {
          for (const reader of Object.values(readers).filter(({ relation }) => relation !== 'none')) {
            const [facts, one] = [
              { ...event, ...galleryRules },
              { ...photo, status, state },
            ];
            const scope = galleryScope(reader, facts);
            const own = reader.userId === one.uploaderId;
            const inPage = scope === 'everything' || own || (scope === 'approved' && status === 'approved' && state !== 'unreadable');
            expect(inPage, JSON.stringify({ reader, status, state, galleryRules })).toBe(canSeePhoto(reader, facts, one));
          }
        }
      }
    }
  });
});
