// Why one is not let into an event, and what to do about it: for a person who stands at its door.
import type { components } from '#openapi/api.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';

export type JoinPreview = components['schemas']['JoinPreview'];

interface RefusalMessage {
  title: string;
  advice: string;
  /** For who is not signed in: they may be one of those it does not concern. */
  stranger?: string;
}

const refusalMessages = {
  unknown_code: {
    title: 'We couldn’t find that event',
    advice: 'Check the code on the poster or invitation and try again. Capital letters, spaces and dashes don’t matter.',
  },
  code_renewed: {
    title: 'This code has been replaced',
    advice: 'Your poster or invitation is out of date. Ask the organizer for the new code.',
  },
  event_closed: {
    title: 'No one new can join this event',
    advice: 'Ask the organizer if you think this is a mistake.',
    stranger: 'Already joined? Log in to continue.',
  },
  event_over: {
    title: 'This event is over',
    advice: 'No one new can join anymore.',
    stranger: 'Already joined? Log in to see the gallery.',
  },
  invitation_required: {
    title: 'This event is invitation only',
    advice: 'Use the code or link from your invitation. If you don’t have one, ask the organizer to invite you.',
    stranger: 'Already joined? Log in to continue.',
  },
  invitation_used: {
    title: 'This invitation has already been used',
    advice: 'An invitation works once, for one account. Ask the organizer for a new one.',
    stranger: 'If you used it yourself, log in to continue.',
  },
  account_required: {
    title: 'This event requires an account',
    advice: 'Create one to join. Everything you’ve done here so far stays yours.',
    stranger: 'Or log in, if you have one.',
  },
  join_refused: {
    title: 'You can’t join this event',
    advice: 'The organizer removed this account from the event. If that was a mistake, ask them to let you back in.',
  },
  organization_suspended: {
    title: 'Joining is paused',
    advice: 'The organization’s account is suspended. Ask the organizer when it will open again.',
  },
  account_pending: {
    title: 'Your organization isn’t approved yet',
    advice: 'Until then, this account can’t open events. Try the code again after approval, or join with a personal account.',
  },
  account_barred: {
    title: 'This account can’t join events',
    advice: 'It’s for managing the platform. Log out and join with a personal account.',
  },
} as const satisfies Record<string, RefusalMessage>;

export type Refusal = keyof typeof refusalMessages;

export const refusalMessage = (refusal: Refusal): RefusalMessage => refusalMessages[refusal];

/** The refusal that an answer of the server is; null for any other failure: then trying again may help. */
export function refusalFromError(error: unknown): Refusal | null {
  return error instanceof ApiError && error.code in refusalMessages ? (error.code as Refusal) : null;
}

const byAdmission = {
  open: null,
  invited: 'invitation_required',
  closed: 'event_closed',
  over: 'event_over',
  used: 'invitation_used',
} as const satisfies Record<JoinPreview['admission'], Refusal | null>;

/** Why the code lets nobody new in; null when it does. */
export const refusalFromAdmission = (admission: JoinPreview['admission']): Refusal | null => byAdmission[admission];

/** Too many attempts. Seconds until the server listens again; null when that is not it. */
export function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 60) : null;
}

/** All of it in one paragraph, as a form says it. */
export function joinErrorMessage(error: unknown): string {
  const refusal = refusalFromError(error);
  if (refusal) return `${refusalMessages[refusal].title}. ${refusalMessages[refusal].advice}`;
  if (error instanceof NetworkError) return 'Can’t reach the server. We kept your code: check your connection, then try again.';
  if (retryAfterSeconds(error) !== null) return 'Too many attempts. Wait a minute, then enter the code again.';
  return error instanceof ApiError ? error.message : 'Couldn’t join. Try again.';
}
