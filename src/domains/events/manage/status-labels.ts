// Labels of event statuses and the consequences of each status change.
import type { Event } from '#src/domains/events/event.ts';

type Status = Event['status'];

interface StatusLabel {
  name: string;
  /** What the status means for people. */
  meaning: string;
}

export const statusLabels: Record<Status, StatusLabel> = {
  draft: { name: 'Draft', meaning: 'Only your organization sees it. The join code doesn’t work yet.' },
  active: { name: 'Open', meaning: 'Not started yet. People can already join and take photos.' },
  live: { name: 'Live', meaning: 'Happening now. People can join and take photos, and see it at the top of their events.' },
  ended: { name: 'Ended', meaning: 'Joining and cameras are closed. The gallery stays available.' },
  archived: { name: 'Archived', meaning: 'Hidden from your main list. The gallery stays available to people who joined.' },
};

/** The usual sequence of statuses. */
const STATUS_ORDER: readonly Status[] = ['draft', 'active', 'live', 'ended', 'archived'];
const isForwardStep = (from: Status, to: Status): boolean => STATUS_ORDER.indexOf(to) > STATUS_ORDER.indexOf(from);

/** Forward steps first. */
export const sortStatusSteps = (from: Status, steps: readonly Status[]): Status[] =>
  [...steps].sort((a, b) => Number(isForwardStep(from, b)) - Number(isForwardStep(from, a)));

/** The most common step: going live. Ending an event is never highlighted. */
export const isMainStep = (from: Status, to: Status): boolean => to === 'live' && isForwardStep(from, to);

export interface StatusStep {
  /** The button's label. */
  action: string;
  /** The effect on people, shown before. */
  consequence: string;
  /** The toast after. */
  done: string;
}

const reopening = 'People can join and take photos again.';

/** Describes a status change. Covers every step that the server may offer. */
export function describeStatusStep(from: Status, to: Status): StatusStep {
  const over = from === 'ended' || from === 'archived';
  switch (to) {
    case 'draft':
      return {
        action: 'Revert to draft',
        consequence: 'Only your organization will see it. Available until someone joins or takes photos.',
        done: 'The event is a draft again',
      };
    case 'active':
      if (over) return { action: 'Reopen', consequence: reopening, done: 'The event is open again' };
      return from === 'live'
        ? {
            action: 'Revert to open',
            consequence: 'The event leaves the top of people’s events. They can still join and take photos.',
            done: 'The event is open',
          }
        : {
            action: 'Open for joining',
            consequence: 'Anyone with the code can join and take photos before it starts.',
            done: 'The event is open',
          };
    case 'live':
      return {
        action: over ? 'Go live again' : 'Go live',
        consequence: over
          ? 'People can join and take photos again, and see the event at the top of their events.'
          : 'People can join and take photos, and see the event at the top of their events.',
        done: 'The event is live',
      };
    case 'ended':
      return from === 'archived'
        ? { action: 'Unarchive', consequence: 'It becomes an ended event again.', done: 'The event is unarchived' }
        : {
            action: 'End event',
            consequence: 'Joining and cameras close. Photos still on phones are accepted. The gallery stays available.',
            done: 'The event has ended',
          };
    case 'archived':
      return {
        action: 'Archive',
        consequence: over
          ? 'Hides it from your main list. The gallery stays available to people who joined.'
          : 'Ends and archives it right away. Photos still on phones are accepted. The gallery stays available.',
        done: 'The event is archived',
      };
  }
}

export const visibilityLabels: Record<Event['type'], { name: string; help: string }> = {
  private: { name: 'Private', help: 'Only people who join and your organization see its photos.' },
  public: {
    name: 'Public',
    help: 'Members of other organizations can find it and see its photos. Anyone with a shared photo link can join.',
  },
};

export type JoinPolicy = Event['join_policy'];

export const joinPolicyLabels: Record<JoinPolicy, { name: string; short: string; help: string }> = {
  code: { name: 'Anyone with the code', short: 'Join with code', help: 'Scan the poster or enter the code to join.' },
  invited: { name: 'Invited people only', short: 'Invited only', help: 'Each invitation has its own code that works once.' },
  closed: { name: 'No one new', short: 'Joining closed', help: 'Current participants stay. The code stops working.' },
};

export const joinIdentityLabels: Record<Event['join_identity'], { label: string; help: string }> = {
  name: { label: 'A name', help: 'People without an account join by entering their name.' },
  none: { label: 'Nothing', help: 'People join with one tap and get a numbered name.' },
  account: { label: 'An account', help: 'People log in or create an account first.' },
};

/** Why the code is disabled now; null if it works. */
export function joinCodeDisabledReason({ status, join_policy: policy }: Pick<Event, 'status' | 'join_policy'>): string | null {
  if (status === 'draft') return 'The event is a draft. Its code works once you open it or go live.';
  if (status === 'ended' || status === 'archived') return 'The event is over. No one new can join.';
  if (policy === 'invited') return 'Only invited people can join. This code doesn’t work.';
  return policy === 'closed' ? 'Joining is closed. This code doesn’t work.' : null;
}

export const guestAccessLabels: Record<Event['guest_access'], { name: string; help: string }> = {
  view_and_capture: { name: 'See and take photos', help: 'Guests take photos and see everyone’s in the gallery.' },
  view: { name: 'See photos only', help: 'Guests see the gallery. Photographers take the photos.' },
  capture: { name: 'Take photos only', help: 'Guests take photos and see only their own.' },
};

export const retentionScopeLabels: Record<Event['photo_retention_scope'], { name: string; help: string }> = {
  originals: { name: 'Originals only', help: 'The gallery stays, with downloads of at most 1,600 pixels.' },
  everything: { name: 'Everything', help: 'All photos move to the trash, where your organization can restore them for 30 days.' },
};

/** Who may download photos of others. */
export type Downloads = 'organization' | 'participants' | 'everyone';

export const downloadsLabels: Record<Downloads, { name: string; help: string }> = {
  organization: { name: 'Your organization', help: 'Everyone can still download their own photos.' },
  participants: {
    name: 'Your organization and people it invited',
    help: 'Photographers and viewers, but not guests who joined with the code.',
  },
  everyone: { name: 'Everyone, including guests', help: 'As far as they see the photos.' },
};

export const downloadsOf = ({
  allow_downloads: allowed,
  guest_downloads: guests,
}: Pick<Event, 'allow_downloads' | 'guest_downloads'>): Downloads => (!allowed ? 'organization' : guests ? 'everyone' : 'participants');
