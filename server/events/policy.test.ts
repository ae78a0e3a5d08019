import { describe, expect, it } from 'vitest';
import {
  canCapture,
  canDeliver,
  canDownload,
  canLike,
  canModerate,
  canReadJoinCode,
  canView,
  isOpenToJoin,
  relationOf,
  type EventFacts,
  type Relation,
} from '#server/events/policy.ts';

const live: EventFacts = {
  organizationId: 'aurora',
  organizationStatus: 'active',
  type: 'private',
  status: 'live',
  allowDownloads: true,
  deletedAt: null,
};
const everybody: Relation[] = ['organization', 'participant', 'visitor', 'none'];
const statuses = ['draft', 'live', 'active', 'ended', 'archived'] as const;
const whoMay = (may: (relation: Relation, event: EventFacts) => boolean, event: EventFacts) => everybody.filter((who) => may(who, event));

describe('what a person is to an event', () => {
  const nobody = { isMember: false, isParticipant: false, viewsEvents: false };

  it('is the nearest of membership, having joined, and looking at public events', () => {
    expect(relationOf({ isMember: true, isParticipant: true, viewsEvents: true }, live)).toBe('organization');
    expect(relationOf({ ...nobody, isParticipant: true, viewsEvents: true }, live)).toBe('participant');
    expect(relationOf({ ...nobody, viewsEvents: true }, { ...live, type: 'public' })).toBe('visitor');
  });

  it('is nothing for a role held elsewhere at a private event, and without view_events at a public one', () => {
    expect(relationOf({ ...nobody, viewsEvents: true }, live)).toBe('none');
    expect(relationOf(nobody, { ...live, type: 'public' })).toBe('none');
  });
});

describe('an event', () => {
  it('is seen by all who are something to it, a draft by its organization, a deleted one by nobody', () => {
    for (const status of statuses) {
      expect(whoMay(canView, { ...live, status })).toEqual(
        status === 'draft' ? ['organization'] : ['organization', 'participant', 'visitor'],
      );
    }
    expect(whoMay(canView, { ...live, deletedAt: new Date() })).toEqual([]);
  });

  it('takes new shots while live or active, from those who take part', () => {
    for (const status of statuses) {
      const open = status === 'live' || status === 'active';
      expect(whoMay(canCapture, { ...live, status })).toEqual(open ? ['organization', 'participant'] : []);
    }
  });

  it('takes what was shot before also when it has ended, was archived, or its organization was suspended', () => {
    for (const status of ['live', 'active', 'ended', 'archived'] as const) {
      for (const organizationStatus of ['active', 'suspended'] as const) {
        expect(whoMay(canDeliver, { ...live, status, organizationStatus })).toEqual(['organization', 'participant']);
      }
    }
    expect(whoMay(canDeliver, { ...live, status: 'draft' })).toEqual(['organization']);
    expect(whoMay(canDeliver, { ...live, deletedAt: new Date() })).toEqual([]);
  });

  it('of a suspended organization is readable and not writable', () => {
    const suspended: EventFacts = { ...live, organizationStatus: 'suspended' };
    expect(whoMay(canView, suspended)).toEqual(['organization', 'participant', 'visitor']);
    for (const may of [canCapture, canLike, canModerate]) expect(whoMay(may, suspended)).toEqual([]);
    expect(isOpenToJoin(suspended)).toBe(false);
  });

  it('lets those who take part like, and visitors only look', () => {
    expect(whoMay(canLike, live)).toEqual(['organization', 'participant']);
  });

  it('gives downloads to the organization, and to participants where it allows them', () => {
    expect(whoMay(canDownload, live)).toEqual(['organization', 'participant']);
    expect(whoMay(canDownload, { ...live, allowDownloads: false })).toEqual(['organization']);
  });

  it('is moderated by its organization, which alone reads the join code', () => {
    expect(whoMay(canModerate, live)).toEqual(['organization']);
    expect(everybody.filter(canReadJoinCode)).toEqual(['organization']);
  });

  it('is open to join while it takes shots', () => {
    expect(statuses.filter((status) => isOpenToJoin({ ...live, status }))).toEqual(['live', 'active']);
  });
});
