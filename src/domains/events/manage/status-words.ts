// The statuses of an event in words: what it is now, and what each step would do to the people in it.
import type { Event } from '#src/domains/events/event.ts';

type Status = Event['status'];

interface StatusWords {
  name: string;
  /** What holds while it is so. */
  meaning: string;
}

export const statusWords: Record<Status, StatusWords> = {
  draft: { name: 'Draft', meaning: 'Only your organization sees it. Its join code doesn’t work yet.' },
  active: { name: 'Open', meaning: 'Before it begins: people can join, and photos can be taken already.' },
  live: { name: 'Live', meaning: 'Happening now: shown first to those who see it. People can join and take photos.' },
  ended: { name: 'Ended', meaning: 'Nobody new joins and no new photos are taken. The gallery stays.' },
  archived: { name: 'Archived', meaning: 'Put away: it stays readable, and is out of your way.' },
};

/** The way an event goes. */
const COURSE: readonly Status[] = ['draft', 'active', 'live', 'ended', 'archived'];
const goesOn = (from: Status, to: Status): boolean => COURSE.indexOf(to) > COURSE.indexOf(from);

/** Steps in the order they are offered: those that go on first. */
export const inOrder = (from: Status, steps: readonly Status[]): Status[] =>
  [...steps].sort((a, b) => Number(goesOn(from, b)) - Number(goesOn(from, a)));

/** The step that is looked for most: from a plan to an event that is on. Closing one is never pressed on the way by. */
export const isMainStep = (from: Status, to: Status): boolean => to === 'live' && goesOn(from, to);

export interface StatusStep {
  /** The button. */
  action: string;
  /** What it means for people, before it is pressed. */
  consequence: string;
  /** What happened, when it was pressed. */
  done: string;
}

const reopening = 'People can join and take photos again.';

/** The step from one status to another. The server says which there are; every one of them has words. */
export function stepWords(from: Status, to: Status): StatusStep {
  const over = from === 'ended' || from === 'archived';
  switch (to) {
    case 'draft':
      return {
        action: 'Back to draft',
        consequence: 'Only your organization sees it. Possible only while nobody has joined and there are no photos.',
        done: 'It is a draft again',
      };
    case 'active':
      if (over) return { action: 'Open again', consequence: reopening, done: 'The event is open again' };
      return from === 'live'
        ? {
            action: 'Set back to open',
            consequence: 'No longer shown first. People can still join and take photos.',
            done: 'The event is open',
          }
        : {
            action: 'Open for joining',
            consequence: 'Anyone with the code can join, and photos can be taken before it begins.',
            done: 'The event is open',
          };
    case 'live':
      return {
        action: over ? 'Go live again' : 'Go live',
        consequence: over
          ? `${reopening} Shown first to those who see it.`
          : 'Shown first to those who see it. People can join and take photos.',
        done: 'The event is live',
      };
    case 'ended':
      return from === 'archived'
        ? { action: 'Unarchive', consequence: 'It is an ended event again.', done: 'The event is unarchived' }
        : {
            action: 'End the event',
            consequence: 'Cameras close and joining stops. Photos still on phones are accepted. The gallery stays.',
            done: 'The event has ended',
          };
    case 'archived':
      return {
        action: 'Archive',
        consequence: over
          ? 'It is put away. Its gallery stays readable for those who joined.'
          : 'It ends and is put away at once. Photos that still wait on phones are accepted; the gallery stays readable.',
        done: 'The event is archived',
      };
  }
}

export type JoinPolicy = Event['join_policy'];

export const policyWords: Record<JoinPolicy, { name: string; short: string; help: string }> = {
  code: { name: 'Anyone with the code', short: 'Code', help: 'Scan the poster or enter the code to join.' },
  invited: { name: 'Invited people only', short: 'Invited only', help: 'Each invitation has a code of its own that works once.' },
  closed: { name: 'Nobody new', short: 'Closed', help: 'Current participants stay. The code stops working.' },
};

export const identityWords: Record<Event['join_identity'], { label: string; help: string }> = {
  name: { label: 'A name', help: 'People without an account join as guests, by their name.' },
  none: { label: 'Nothing', help: 'Guests join with one tap, and are numbered.' },
  account: { label: 'An account', help: 'People log in or create an account first.' },
};

/** Why the code on the poster opens nothing now; null when it does. */
export function codeIsShut({ status, join_policy: policy }: Pick<Event, 'status' | 'join_policy'>): string | null {
  if (status === 'draft') return 'The event is a draft: its code doesn’t work until you open it or go live.';
  if (status === 'ended' || status === 'archived') return 'The event is over: nobody new joins.';
  if (policy === 'invited') return 'Only invited people can join: this code doesn’t work.';
  return policy === 'closed' ? 'Joining is closed: this code doesn’t work.' : null;
}
