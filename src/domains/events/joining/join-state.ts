// What the page behind a code shows. Pure: everything known of the code, the person and the event comes in, one state comes out.
import type { components } from '#openapi/api.ts';
import type { Event } from '#src/domains/events/event.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';

// Why one is not let into an event, and what to do about it: for a person who stands at its door.

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

/** Who stands at the door. `pending`, `barred`: signed in with an account that enters no events. */
export type JoinerKind = 'nobody' | 'person' | 'pending' | 'barred';

/** As much of a query as is asked here. */
interface QuerySnapshot<T> {
  data: T | undefined;
  error: Error | null;
}

export type JoinState =
  | { kind: 'loading' }
  /** Nothing is known of this code, and the server cannot be asked now. */
  | { kind: 'offline' }
  | { kind: 'failed'; error: Error }
  /** `preview`: the event that the code belongs to, where that is known. `gallery`: the event whose gallery they may see all the same. */
  | { kind: 'refused'; refusal: Refusal; preview: JoinPreview | null; gallery: string | null }
  /** In already: go straight on. */
  | { kind: 'inside'; event: Event }
  | { kind: 'open'; preview: JoinPreview };

interface JoinStateInput {
  joiner: JoinerKind;
  /** They are signed in without an account. */
  isGuest: boolean;
  /** They follow a link to something inside the event. Visitors of a public event go there without joining. */
  followsLink: boolean;
  preview: QuerySnapshot<JoinPreview>;
  /** The event itself, as this person may see it; asked for once the preview told its id. */
  event: QuerySnapshot<Event>;
  /** Why joining failed just now. */
  joinError: Error | null;
}

export function joinState({ joiner, isGuest, followsLink, preview, event, joinError }: JoinStateInput): JoinState {
  const cached = preview.data ?? null;
  const mayEnter = event.data && (event.data.relation !== 'visitor' || followsLink);
  if (joiner === 'person' && event.data && mayEnter) return { kind: 'inside', event: event.data };
  // What the server says now counts more than what was kept of it.
  const refusal = refusalFromError(joinError) ?? refusalFromError(preview.error);
  // Visitors of a public event see its gallery, whether they may join or not.
  const gallery = joiner === 'person' && event.data && !event.error ? event.data.id : null;
  if (refusal) return { kind: 'refused', refusal, preview: refusalFromError(preview.error) ? null : cached, gallery };
  if (!cached) return stateWithoutPreview(preview.error);
  if (joiner === 'pending' || joiner === 'barred') return { kind: 'refused', refusal: `account_${joiner}`, preview: cached, gallery };
  if (joiner === 'person' && !event.data && !event.error) return { kind: 'loading' };
  const closed = refusalFromAdmission(cached.admission) ?? (isGuest && cached.join_identity === 'account' ? 'account_required' : null);
  return closed ? { kind: 'refused', refusal: closed, preview: cached, gallery } : { kind: 'open', preview: cached };
}

function stateWithoutPreview(error: Error | null): JoinState {
  if (!error) return { kind: 'loading' };
  return error instanceof NetworkError ? { kind: 'offline' } : { kind: 'failed', error };
}
