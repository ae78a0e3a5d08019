import { describe, expect, it } from 'vitest';
import {
  canSeeSharedPhoto,
  downloadsOf,
  isLinkLocked,
  isLinkOpen,
  linkState,
  pictureRoleOf,
  type ScopeFacts,
  showsJoinCode,
  showsWall,
} from '#server/sharing/policy.ts';

const now = new Date('2026-11-20T20:00:00.000Z');
const link = { expiresAt: null, revokedAt: null, passwordHash: null, downloads: 'full', watermark: true, picksLimit: null } as const;
const event = {
  organizationId: 'o',
  organizationStatus: 'active',
  type: 'private',
  status: 'ended',
  allowDownloads: true,
  guestAccess: 'view_and_capture',
  isGuestTimeOver: false,
  guestDownloads: true,
  pausedAt: null,
  deletedAt: null,
  autoGallery: true,
  publishedAt: null,
  revealsAt: null,
} as const;
const photo = { uploaderId: 'u', status: 'approved', state: 'ready', isHidden: false, sectionId: null, deletedAt: null } as const;
const gallery = { scope: 'gallery', photographerId: null, sectionId: null } as const;

describe('a gallery link', () => {
  it('is open until it expires or is revoked, to the millisecond', () => {
    expect(linkState(link, now)).toBe('open');
    expect(linkState({ ...link, expiresAt: new Date(now.getTime() + 1) }, now)).toBe('open');
    expect(linkState({ ...link, expiresAt: now }, now)).toBe('expired');
    expect(linkState({ expiresAt: now, revokedAt: now }, now)).toBe('revoked');
  });

  it('opens for events that outsiders may know of only', () => {
    expect(isLinkOpen(link, event, now)).toBe(true);
    expect(isLinkOpen(link, { ...event, organizationStatus: 'suspended' }, now)).toBe(true);
    expect(isLinkOpen(link, { ...event, status: 'draft' }, now)).toBe(false);
    expect(isLinkOpen(link, { ...event, deletedAt: now }, now)).toBe(false);
    expect(isLinkOpen({ ...link, revokedAt: now }, event, now)).toBe(false);
  });

  it('is locked while it has a password that was not entered', () => {
    expect(isLinkLocked(link, false)).toBe(false);
    expect(isLinkLocked({ ...link, passwordHash: 'x' }, false)).toBe(true);
    expect(isLinkLocked({ ...link, passwordHash: 'x' }, true)).toBe(false);
  });

  it('shows approved photos of an open gallery, within its scope', () => {
    const sees = (changes: object = {}, facts: object = {}, link: ScopeFacts = gallery, isSelected = false) =>
      canSeeSharedPhoto({ ...event, ...facts }, link, { ...photo, ...changes }, isSelected, now);
    expect(sees()).toBe(true);
    expect(sees({ state: 'processing' })).toBe(true);
    expect(sees({}, {}, { ...gallery, scope: 'photographer', photographerId: 'another' })).toBe(false);
    expect(sees({}, {}, { ...gallery, scope: 'photographer', photographerId: 'u' })).toBe(true);
    expect(sees({}, {}, { ...gallery, scope: 'selection' })).toBe(false);
    expect(sees({}, {}, { ...gallery, scope: 'selection' }, true)).toBe(true);
    expect(sees({}, { autoGallery: false })).toBe(false);
    expect(sees({}, { autoGallery: false, publishedAt: now })).toBe(true);
    expect(sees({}, { revealsAt: new Date(now.getTime() + 1) })).toBe(false);
    expect(sees({}, { revealsAt: now })).toBe(true);
    for (const changes of [{ status: 'pending' }, { status: 'rejected' }, { state: 'unreadable' }, { deletedAt: now }])
      expect(sees(changes), JSON.stringify(changes)).toBe(false);
  });

  it('shows photos of a hidden section where it names the section or selects the photos', () => {
    const hidden = { ...photo, isHidden: true, sectionId: 's' };
    const sees = (link: ScopeFacts, isSelected = false) => canSeeSharedPhoto(event, link, hidden, isSelected, now);
    expect(sees(gallery)).toBe(false);
    expect(sees({ ...gallery, scope: 'photographer', photographerId: 'u' })).toBe(false);
    expect(sees({ ...gallery, scope: 'section', sectionId: 's' })).toBe(true);
    expect(sees({ ...gallery, scope: 'section', sectionId: 'another' })).toBe(false);
    expect(sees({ ...gallery, scope: 'section' })).toBe(false);
    expect(sees({ ...gallery, scope: 'selection' }, true)).toBe(true);
    expect(canSeeSharedPhoto(event, { ...gallery, scope: 'section' }, photo, false, now)).toBe(false);
  });

  it('allows no downloads where the event allows none', () => {
    expect(downloadsOf(link, event)).toBe('full');
    expect(downloadsOf({ ...link, downloads: 'web' }, event)).toBe('web');
    expect(downloadsOf(link, { ...event, allowDownloads: false })).toBe('off');
  });

  it('leaves the watermark off only if the organization says so', () => {
    expect(pictureRoleOf(link)).toBe('none');
    expect(pictureRoleOf({ ...link, watermark: false })).toBe('organization');
  });
});

describe('a screen', () => {
  const open = { ...event, status: 'live', joinPolicy: 'code' } as const;

  it('shows the wall of an event that outsiders may know of, while its gallery is open', () => {
    expect(showsWall(event)).toBe(true);
    expect(showsWall({ ...event, autoGallery: false })).toBe(false);
    expect(showsWall({ ...event, status: 'draft' })).toBe(false);
    expect(showsWall({ ...event, deletedAt: now })).toBe(false);
  });

  it('shows the join code if it was turned on, while people can join with it', () => {
    expect(showsJoinCode({ showsJoinCode: true }, open)).toBe(true);
    expect(showsJoinCode({ showsJoinCode: false }, open)).toBe(false);
    for (const changes of [
      { status: 'ended' },
      { status: 'draft' },
      { joinPolicy: 'invited' },
      { joinPolicy: 'closed' },
      { organizationStatus: 'suspended' },
    ] as const)
      expect(showsJoinCode({ showsJoinCode: true }, { ...open, ...changes }), JSON.stringify(changes)).toBe(false);
  });
});
