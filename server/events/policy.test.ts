import { describe, expect, it } from 'vitest';
import {
  admissionOf,
  canCapture,
  canDeliver,
  canDownload,
  canLeaveEvent,
  canLike,
  canManage,
  canModerate,
  canOverseeEvents,
  canReadJoinCode,
  canSeePreview,
  canView,
  canViewDeleted,
  canViewOthers,
  captureRefusal,
  eventAccessOf,
  type EventFacts,
  type EventRole,
  eventRoleOf,
  isReentryRefused,
  isUntouched,
  isGalleryOpen,
  isVisibleToOutsiders,
  type JoinCredential,
  type JoinFacts,
  missingIdentity,
  nextReveal,
  nextStatuses,
  type RevealFacts,
  roleOf,
} from '#server/events/policy.ts';
import { viewer } from '#tests/support/factories/database.ts';

const allStatuses = ['draft', 'live', 'active', 'ended', 'archived'] as const;

describe('an event goes', () => {
  it.each([
    ['draft', ['live', 'active']],
    ['live', ['active', 'ended']],
    ['active', ['live', 'ended']],
    ['ended', ['live', 'active', 'archived']],
    ['archived', ['ended']],
  ] as const)('from %s to %j, and nowhere else', (status, next) => {
    expect(nextStatuses(status, false)).toEqual(next);
  });

  it('back to a draft only without participants and photos', () => {
    expect(allStatuses.filter((status) => nextStatuses(status, true).includes('draft'))).toEqual(['live', 'active']);
    expect(isUntouched({ photosCount: 0, attendeesCount: 0 })).toBe(true);
    expect(isUntouched({ photosCount: 1, attendeesCount: 0 })).toBe(false);
    expect(isUntouched({ photosCount: 0, attendeesCount: 1 })).toBe(false);
  });

  it('by steps that each have one back', () => {
    for (const status of allStatuses) {
      for (const next of nextStatuses(status, true)) expect(nextStatuses(next, true), `${status} → ${next}`).toContain(status);
    }
  });
});

const joinable: JoinFacts = {
  organizationId: 'aurora',
  organizationStatus: 'active',
  type: 'private',
  status: 'live',
  joinPolicy: 'code',
  allowDownloads: true,
  guestAccess: 'view_and_capture',
  isGuestTimeOver: false,
  guestDownloads: true,
  pausedAt: null,
  deletedAt: null,
};
const code: JoinCredential = { kind: 'code' };
const noon = new Date('2026-11-20T12:00:00Z');
const invitation: JoinCredential = { kind: 'invitation', id: 'i', role: 'viewer', usedBy: null, createdAt: noon };

describe('a code', () => {
  it.each([
    ['code', 'open', 'open'],
    ['invited', 'invited', 'open'],
    ['closed', 'closed', 'closed'],
  ] as const)('of an event for "%s": its own is %s, an invitation’s %s', (joinPolicy, byCode, byInvitation) => {
    for (const status of ['live', 'active'] as const) {
      expect(admissionOf({ ...joinable, status, joinPolicy }, code, 'me')).toBe(byCode);
      expect(admissionOf({ ...joinable, status, joinPolicy }, invitation, 'me')).toBe(byInvitation);
    }
  });

  it('is refused after the event, with any other settings', () => {
    for (const status of ['ended', 'archived'] as const) {
      for (const joinPolicy of ['code', 'invited', 'closed'] as const) {
        for (const credential of [code, invitation]) {
          expect(admissionOf({ ...joinable, status, joinPolicy, organizationStatus: 'suspended' }, credential, 'me')).toBe('over');
        }
      }
    }
  });

  it('is closed while the organization is not active', () => {
    for (const organizationStatus of ['suspended', 'pending'] as const) {
      expect(admissionOf({ ...joinable, organizationStatus }, code, 'me')).toBe('closed');
      expect(admissionOf({ ...joinable, organizationStatus }, invitation, 'me')).toBe('closed');
    }
  });

  it('of an invitation works once; who used it may come again', () => {
    expect(admissionOf(joinable, { ...invitation, usedBy: 'me' }, 'me')).toBe('open');
    expect(admissionOf(joinable, { ...invitation, usedBy: 'me' }, 'another')).toBe('used');
    expect(admissionOf(joinable, { ...invitation, usedBy: 'me' }, null)).toBe('used');
  });

  it('of a draft or a deleted event is not known outside', () => {
    expect(isVisibleToOutsiders(joinable)).toBe(true);
    expect(isVisibleToOutsiders({ ...joinable, status: 'draft' })).toBe(false);
    expect(isVisibleToOutsiders({ ...joinable, deletedAt: noon })).toBe(false);
  });

  it('does not bring back who was removed, but an invitation made since does', () => {
    const later = new Date(noon.getTime() + 1);
    const removed = (removedAt: Date | null) => ({ removedAt, hasLeft: false });
    expect(isReentryRefused(removed(null), code)).toBe(false);
    expect(isReentryRefused(removed(noon), code)).toBe(true);
    expect(isReentryRefused(removed(later), invitation)).toBe(true);
    expect(isReentryRefused(removed(noon), { ...invitation, createdAt: later })).toBe(false);
  });

  it('brings back who left by themselves', () => {
    const left = { removedAt: new Date(noon.getTime() + 1), hasLeft: true };
    expect(isReentryRefused(left, code)).toBe(false);
    expect(isReentryRefused(left, invitation)).toBe(false);
  });
});

describe('what joining takes', () => {
  const stranger = { hasAccount: false, hasName: false };
  const named = { hasAccount: false, hasName: true };
  const person = { hasAccount: true, hasName: true };
  it.each([
    ['account', 'account', 'account', null],
    ['name', 'name', null, null],
    ['none', null, null, null],
  ] as const)('%s: a stranger lacks %s, one with a name %s, one with an account %s', (joinIdentity, ofStranger, ofNamed, ofPerson) => {
    expect(missingIdentity({ joinIdentity }, stranger)).toBe(ofStranger);
    expect(missingIdentity({ joinIdentity }, named)).toBe(ofNamed);
    expect(missingIdentity({ joinIdentity }, person)).toBe(ofPerson);
  });
});

type DeliveryFacts = EventFacts & { openedAt: Date | null };
const live: DeliveryFacts = {
  organizationId: 'aurora',
  organizationStatus: 'active',
  type: 'private',
  status: 'live',
  allowDownloads: true,
  guestAccess: 'view_and_capture',
  isGuestTimeOver: false,
  guestDownloads: true,
  pausedAt: null,
  deletedAt: null,
  openedAt: null,
};
const everybody: EventRole[] = ['organization', 'participant', 'guest', 'visitor', 'none'];
const statuses = ['draft', 'live', 'active', 'ended', 'archived'] as const;
const takesShots = (who: EventRole, event: EventFacts) => canCapture(who, event, 'photographer');
const handsIn = (who: EventRole, event: DeliveryFacts) => canDeliver(who, event, who === 'participant' || who === 'guest');
const whoMay = (may: (relation: EventRole, event: DeliveryFacts) => boolean, event: DeliveryFacts) =>
  everybody.filter((who) => may(who, event));

describe('what a person is to an event', () => {
  const nobody = { isMember: false, isParticipant: false, participantRole: null, viewsEvents: false };

  it('is the nearest of membership, having joined, and looking at public events', () => {
    expect(eventRoleOf({ isMember: true, isParticipant: true, participantRole: 'guest', viewsEvents: true }, live)).toBe('organization');
    const joined = { ...nobody, isParticipant: true, viewsEvents: true };
    for (const role of ['photographer', 'viewer'] as const)
      expect(eventRoleOf({ ...joined, participantRole: role }, live)).toBe('participant');
    expect(eventRoleOf({ ...joined, participantRole: 'guest' }, live)).toBe('guest');
    expect(eventRoleOf({ ...nobody, viewsEvents: true }, { ...live, type: 'public' })).toBe('visitor');
  });

  it('gives nothing to other roles at a private event, and without view_events at a public one', () => {
    expect(eventRoleOf({ ...nobody, viewsEvents: true }, live)).toBe('none');
    expect(eventRoleOf(nobody, { ...live, type: 'public' })).toBe('none');
  });
});

describe('an event', () => {
  it('is visible to everyone with a role, as a draft to its organization, and to no one when deleted', () => {
    for (const status of statuses) {
      expect(whoMay(canView, { ...live, status })).toEqual(
        status === 'draft' ? ['organization'] : ['organization', 'participant', 'guest', 'visitor'],
      );
    }
    expect(whoMay(canView, { ...live, deletedAt: new Date() })).toEqual([]);
  });

  it('takes new shots while live or active, from those who take part', () => {
    for (const status of statuses) {
      const open = status === 'live' || status === 'active';
      expect(whoMay(takesShots, { ...live, status })).toEqual(open ? ['organization', 'participant', 'guest'] : []);
    }
  });

  it('accepts earlier photos after it ended or was archived, and while its organization is suspended', () => {
    for (const status of ['live', 'active', 'ended', 'archived'] as const) {
      for (const organizationStatus of ['active', 'suspended'] as const) {
        expect(whoMay(handsIn, { ...live, status, organizationStatus })).toEqual(['organization', 'participant', 'guest']);
      }
    }
    expect(whoMay(handsIn, { ...live, status: 'draft' })).toEqual(['organization']);
    expect(whoMay(handsIn, { ...live, deletedAt: new Date() })).toEqual([]);
  });

  it('of a suspended organization is readable and not writable', () => {
    const suspended: DeliveryFacts = { ...live, organizationStatus: 'suspended' };
    expect(whoMay(canView, suspended)).toEqual(['organization', 'participant', 'guest', 'visitor']);
    for (const may of [takesShots, canLike, canModerate, canManage]) expect(whoMay(may, suspended)).toEqual([]);
  });

  it('lets those who take part like, and visitors only look', () => {
    expect(whoMay(canLike, live)).toEqual(['organization', 'participant', 'guest']);
  });

  it('gives downloads to the organization, and to participants where it allows them', () => {
    expect(whoMay(canDownload, live)).toEqual(['organization', 'participant', 'guest']);
    expect(whoMay(canDownload, { ...live, allowDownloads: false })).toEqual(['organization']);
  });

  it('is moderated by its organization, which alone reads the join code', () => {
    expect(whoMay(canModerate, live)).toEqual(['organization']);
    expect(everybody.filter(canReadJoinCode)).toEqual(['organization']);
  });

  it('is managed by its organization, not while it is deleted', () => {
    expect(whoMay(canManage, live)).toEqual(['organization']);
    expect(whoMay(canManage, { ...live, deletedAt: new Date() })).toEqual([]);
  });

  it('deleted, is known to its organization for 30 days', () => {
    const now = new Date('2026-12-31T12:00:00Z');
    const viewing = (deletedAt: Date | null, keptUntil: Date | null = null) =>
      everybody.filter((who) => canViewDeleted(who, { ...live, deletedAt, keptUntil }, now));
    expect(viewing(new Date('2026-12-01T12:00:01Z'))).toEqual(['organization']);
    expect(viewing(new Date('2026-12-01T12:00:00Z'))).toEqual([]);
    expect(viewing(null)).toEqual([]);
    // The platform has set another day.
    expect(viewing(new Date('2026-11-01T12:00:00Z'), new Date('2027-01-01T00:00:00Z'))).toEqual(['organization']);
    expect(viewing(new Date('2026-12-30T12:00:00Z'), new Date('2026-12-31T00:00:00Z'))).toEqual([]);
  });

  it('paused by the platform, closes its cameras and nothing else', () => {
    const paused = { ...live, pausedAt: new Date() };
    expect(whoMay(takesShots, live)).toEqual(['organization', 'participant', 'guest']);
    expect(whoMay(takesShots, paused)).toEqual([]);
    for (const may of [handsIn, canView, canLike, canDownload, canModerate, canManage])
      expect(whoMay(may, paused), may.name).toEqual(whoMay(may, live));
  });

  it('is supervised by super administrators, which gives them no role', () => {
    const overseer = viewer('super', { role: 'super_admin', permissions: { all: true } });
    expect(canOverseeEvents(overseer)).toBe(true);
    expect(
      eventRoleOf(eventAccessOf(overseer, { organizationId: live.organizationId, isParticipant: false, participantRole: null }), live),
    ).toBe('none');
    const manager = viewer('admin', { role: 'admin', permissions: { manage_users: true, manage_organizations: true } });
    expect(canOverseeEvents(manager)).toBe(false);
  });

  it('shows cover and number of photos to people who may see its gallery', () => {
    const gallery = { ...live, autoGallery: false, publishedAt: null, revealsAt: null };
    const seeing = (changes: Partial<RevealFacts>) => everybody.filter((who) => canSeePreview(who, { ...gallery, ...changes }, noon));
    expect(seeing({})).toEqual(['organization']);
    expect(seeing({ autoGallery: true })).toContain('participant');
    expect(seeing({ publishedAt: noon })).toContain('visitor');
  });
});

describe('guests', () => {
  const bound: EventRole[] = ['guest', 'visitor'];
  const seeing = (rules: Partial<DeliveryFacts>) => bound.filter((who) => canViewOthers(who, { ...live, ...rules }));
  const shooting = (rules: Partial<DeliveryFacts>) => canCapture('guest', { ...live, ...rules }, 'guest');
  const others: EventRole[] = ['organization', 'participant'];

  it('see others’ photos, take photos, or both, as the event says', () => {
    expect([seeing({ guestAccess: 'view' }), shooting({ guestAccess: 'view' })]).toEqual([bound, false]);
    expect([seeing({ guestAccess: 'view_and_capture' }), shooting({ guestAccess: 'view_and_capture' })]).toEqual([bound, true]);
    expect([seeing({ guestAccess: 'capture' }), shooting({ guestAccess: 'capture' })]).toEqual([[], true]);
  });

  it('do neither when their time is over; nobody else is bound by it', () => {
    for (const guestAccess of ['view', 'view_and_capture', 'capture'] as const) {
      const over = { ...live, guestAccess, isGuestTimeOver: true };
      expect([seeing(over), shooting(over)]).toEqual([[], false]);
      for (const who of others) {
        expect(canViewOthers(who, over)).toBe(true);
        expect(canCapture(who, over, 'photographer')).toBe(true);
        expect(canDownload(who, over)).toBe(true);
      }
    }
  });

  it('are told why their shutter is closed, first the rule that an end of time doesn’t change', () => {
    const refused = (rules: Partial<DeliveryFacts>) => captureRefusal('guest', { ...live, ...rules }, 'guest');
    expect(refused({})).toBeNull();
    expect(refused({ guestAccess: 'view', isGuestTimeOver: true })).toBe('guests_view');
    expect(refused({ isGuestTimeOver: true })).toBe('guests_over');
    expect(captureRefusal('visitor', live, null)).toBe('visitor');
    expect(captureRefusal('participant', { ...live, guestAccess: 'view' }, 'viewer')).toBe('viewer');
    expect(captureRefusal('participant', { ...live, guestAccess: 'view' }, 'photographer')).toBeNull();
  });

  it('download others’ photos where both the event and its rules for guests allow it', () => {
    const may = (rules: Partial<DeliveryFacts>) => canDownload('guest', { ...live, ...rules });
    expect(may({})).toBe(true);
    for (const rules of [
      { guestDownloads: false },
      { allowDownloads: false },
      { guestAccess: 'capture' as const },
      { isGuestTimeOver: true },
    ])
      expect(may(rules), JSON.stringify(rules)).toBe(false);
    expect(canDownload('participant', { ...live, guestDownloads: false })).toBe(true);
  });

  it('see no cover and no number of a gallery whose photos they don’t see', () => {
    const open = { ...live, autoGallery: true, publishedAt: null, revealsAt: null };
    for (const who of bound) {
      expect(canSeePreview(who, open, noon)).toBe(true);
      expect(canSeePreview(who, { ...open, guestAccess: 'capture' }, noon)).toBe(false);
      expect(canSeePreview(who, { ...open, isGuestTimeOver: true }, noon)).toBe(false);
    }
  });

  it('upload what they took while they could, whatever the rules are now', () => {
    for (const rules of [{ guestAccess: 'view' as const }, { isGuestTimeOver: true }, { status: 'ended' as const }]) {
      expect(canDeliver('guest', { ...live, ...rules }, true)).toBe(true);
      expect(canDeliver('guest', { ...live, ...rules }, false)).toBe(false);
    }
  });

  it('join with the event’s code; invitations give the role that the organization chose', () => {
    expect(roleOf(code)).toBe('guest');
    for (const role of ['photographer', 'guest', 'viewer'] as const) expect(roleOf({ ...invitation, role })).toBe(role);
  });
});

describe('somebody', () => {
  it('lets viewers view and like, but upload only photos from when they took photos', () => {
    expect(canCapture('participant', live, 'viewer')).toBe(false);
    expect(canCapture('organization', live, 'viewer')).toBe(true);
    expect(canLike('participant', live)).toBe(true);
    for (const status of statuses) {
      expect(canDeliver('participant', { ...live, status }, false)).toBe(false);
      expect(canDeliver('participant', { ...live, status }, true)).toBe(status !== 'draft');
    }
    expect(canDeliver('organization', live, false)).toBe(true);
  });

  it('lets participants leave, also after a removal; the organization and strangers can’t leave', () => {
    const joined = { isParticipant: true, removedAt: null };
    expect(canLeaveEvent('participant', joined)).toBe(true);
    expect(canLeaveEvent('none', { isParticipant: false, removedAt: new Date() })).toBe(true);
    expect(canLeaveEvent('organization', joined)).toBe(false);
    for (const relation of ['visitor', 'none'] as const) expect(canLeaveEvent(relation, { ...joined, isParticipant: false })).toBe(false);
  });

  it('accepts photos of removed photographers in any role', () => {
    for (const status of ['live', 'active', 'ended', 'archived'] as const) {
      for (const relation of ['none', 'visitor'] as const) {
        expect(canDeliver(relation, { ...live, status }, false)).toBe(false);
        expect(canDeliver(relation, { ...live, status }, true)).toBe(true);
        expect(canDeliver(relation, { ...live, status, deletedAt: new Date() }, true)).toBe(false);
      }
    }
    expect(canDeliver('none', { ...live, status: 'draft' }, true)).toBe(false);
    expect(canDeliver('none', { ...live, status: 'draft', openedAt: new Date() }, true), 'shot while it was live').toBe(true);
    expect(canDeliver('none', { ...live, status: 'draft', openedAt: new Date() }, false)).toBe(false);
    expect(canCapture('none', live, null)).toBe(false);
  });
});

describe('the reveal of a gallery', () => {
  const gallery = { autoGallery: true, publishedAt: null, revealsAt: noon };
  const before = new Date(noon.getTime() - 1);

  it('opens it to the millisecond, if it is published', () => {
    expect(isGalleryOpen(gallery, before)).toBe(false);
    expect(isGalleryOpen(gallery, noon)).toBe(true);
    expect(isGalleryOpen({ ...gallery, autoGallery: false }, noon)).toBe(false);
    expect(isGalleryOpen({ ...gallery, autoGallery: false, publishedAt: before }, before)).toBe(false);
    expect(isGalleryOpen({ ...gallery, autoGallery: false, publishedAt: before }, noon)).toBe(true);
  });

  it('is announced only where the gallery opens by it', () => {
    expect(nextReveal(gallery, before)).toEqual(noon);
    expect(nextReveal(gallery, noon)).toBeNull();
    expect(nextReveal({ ...gallery, revealsAt: null }, before)).toBeNull();
    expect(nextReveal({ ...gallery, autoGallery: false }, before)).toBeNull();
  });
});
