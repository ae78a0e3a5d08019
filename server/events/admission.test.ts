import { describe, expect, it } from 'vitest';
import {
  admissionOf,
  isVisibleToOutsiders,
  isReentryRefused,
  missingIdentity,
  type JoinCredential,
  type JoinFacts,
} from '#server/events/admission.ts';

const live: JoinFacts = {
  organizationId: 'aurora',
  organizationStatus: 'active',
  type: 'private',
  status: 'live',
  joinPolicy: 'code',
  allowDownloads: true,
  pausedAt: null,
  deletedAt: null,
};
const code: JoinCredential = { kind: 'code' };
const noon = new Date('2026-11-20T12:00:00Z');
const invitation: JoinCredential = { kind: 'invitation', id: 'i', role: 'guest', usedBy: null, createdAt: noon };

describe('a code', () => {
  it.each([
    ['code', 'open', 'open'],
    ['invited', 'invited', 'open'],
    ['closed', 'closed', 'closed'],
  ] as const)('of an event for "%s": its own is %s, an invitation’s %s', (joinPolicy, byCode, byInvitation) => {
    for (const status of ['live', 'active'] as const) {
      expect(admissionOf({ ...live, status, joinPolicy }, code, 'me')).toBe(byCode);
      expect(admissionOf({ ...live, status, joinPolicy }, invitation, 'me')).toBe(byInvitation);
    }
  });

  it('opens nothing any more when the event is over, whatever else is true of it', () => {
    for (const status of ['ended', 'archived'] as const) {
      for (const joinPolicy of ['code', 'invited', 'closed'] as const) {
        for (const credential of [code, invitation]) {
          expect(admissionOf({ ...live, status, joinPolicy, organizationStatus: 'suspended' }, credential, 'me')).toBe('over');
        }
      }
    }
  });

  it('is closed while the organization is not active', () => {
    for (const organizationStatus of ['suspended', 'pending'] as const) {
      expect(admissionOf({ ...live, organizationStatus }, code, 'me')).toBe('closed');
      expect(admissionOf({ ...live, organizationStatus }, invitation, 'me')).toBe('closed');
    }
  });

  it('of an invitation works once; who used it may come again', () => {
    expect(admissionOf(live, { ...invitation, usedBy: 'me' }, 'me')).toBe('open');
    expect(admissionOf(live, { ...invitation, usedBy: 'me' }, 'another')).toBe('used');
    expect(admissionOf(live, { ...invitation, usedBy: 'me' }, null)).toBe('used');
  });

  it('of a draft or a deleted event is not known outside', () => {
    expect(isVisibleToOutsiders(live)).toBe(true);
    expect(isVisibleToOutsiders({ ...live, status: 'draft' })).toBe(false);
    expect(isVisibleToOutsiders({ ...live, deletedAt: noon })).toBe(false);
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
