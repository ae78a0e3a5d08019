// Why one is not let into an event, and what to do about it: for a person who stands at its door.
import type { components } from '#openapi/api.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';

export type JoinPreview = components['schemas']['JoinPreview'];

interface Words {
  title: string;
  advice: string;
  /** For who is not signed in: they may be one of those it does not concern. */
  stranger?: string;
}

const refusals = {
  unknown_code: {
    title: 'No event has this code',
    advice: 'Compare it with the poster or the invitation, and type it again. Capitals, spaces and dashes do not matter.',
  },
  code_renewed: {
    title: 'This code has been renewed',
    advice: 'The poster or invitation it stands on is out of date. Ask the organizer for the new code.',
  },
  event_closed: {
    title: 'This event takes no new guests any more',
    advice: 'Ask its organizer if you think it should.',
    stranger: 'If you are in already, sign in and go on.',
  },
  event_over: {
    title: 'This event is over',
    advice: 'Nobody new can join it.',
    stranger: 'If you took part, sign in and see its gallery.',
  },
  invitation_required: {
    title: 'This event is for invited people only',
    advice: 'Use the code or the link of your own invitation. Without one, ask the organizer to invite you.',
    stranger: 'If you are in already, sign in and go on.',
  },
  invitation_used: {
    title: 'This invitation was used already',
    advice: 'It works once, for one account. Ask the organizer for another.',
    stranger: 'If it was you who used it, sign in and go on.',
  },
  join_refused: {
    title: 'You cannot join this event',
    advice: 'Its organizer took this account off the event. If that was a mistake, ask them to let you in again.',
  },
  organization_suspended: {
    title: 'This event takes no new guests now',
    advice: 'The account of its organization is suspended. Ask the organizer when it will open again.',
  },
  account_pending: {
    title: 'Your organization is not approved yet',
    advice: 'Until it is, this account opens no events. Open the code again afterwards, or join with a personal account.',
  },
  account_barred: {
    title: 'This account enters no events',
    advice: 'It is for running the platform. Log out, and join with a personal account.',
  },
} as const satisfies Record<string, Words>;

export type Refusal = keyof typeof refusals;

export const refusalWords = (refusal: Refusal): Words => refusals[refusal];

/** The refusal that an answer of the server is; null for any other failure: then trying again may help. */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof ApiError && error.code in refusals ? (error.code as Refusal) : null;
}

const byAdmission = {
  open: null,
  invited: 'invitation_required',
  closed: 'event_closed',
  over: 'event_over',
  used: 'invitation_used',
} as const satisfies Record<JoinPreview['admission'], Refusal | null>;

/** Why the code lets nobody new in; null when it does. */
export const refusalOfAdmission = (admission: JoinPreview['admission']): Refusal | null => byAdmission[admission];

/** Too many codes were tried from here. Seconds until the server listens again; null when that is not it. */
export function busyFor(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 60) : null;
}

/** All of it in one paragraph, as a form says it. */
export function joinFailure(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) return `${refusals[refusal].title}. ${refusals[refusal].advice}`;
  if (error instanceof NetworkError) return 'Joining needs a connection. Your code is kept here: try again when there is one.';
  if (busyFor(error) !== null) return 'Too many tries. Wait a minute, then enter the code again.';
  return error instanceof ApiError ? error.message : 'Joining did not work. Try again.';
}
