// The state of the join page as a pure function of code, person and event.
import type { components } from '#openapi/api.ts';
import type { Event } from '#src/domains/events/event.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';

// Refusals to join, with their messages.

export type EventPreview = components['schemas']['EventPreview'];
export type JoinPreview = components['schemas']['JoinPreview'];

interface RefusalMessage {
  title: string;
  advice: string;
  /** Advice for people who are signed out: they may already be participants. */
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
    advice: 'Create one to join. Your photos and likes so far stay yours.',
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

/** The refusal in a server response; null for other failures, which a retry may fix. */
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

/** Why the code admits no new people; null if it does. */
export const refusalFromAdmission = (admission: JoinPreview['admission']): Refusal | null => byAdmission[admission];

const invitations: Partial<Record<JoinPreview['role'], string>> = {
  photographer: 'You’re invited as a photographer.',
  viewer: 'You’re invited to view the gallery.',
};

/** What a personal invitation makes of the person; null for the code of everybody. */
export const invitationSentence = ({ is_personal: personal, role }: Pick<JoinPreview, 'is_personal' | 'role'>): string | null =>
  (personal && invitations[role]) || null;

interface JoinWords {
  /** What the person can do there. */
  promise: string;
  button: string;
}

const sharedPhoto = 'Someone shared a photo from this event with you';

const promises = {
  camera: {
    all: 'Take photos and see everyone else’s.',
    later: 'Take photos, and see everyone else’s once the gallery opens.',
    own: 'Take photos for the organizer. You see only your own.',
  },
  noCamera: {
    all: 'See and like everyone’s photos in the gallery.',
    later: 'See and like everyone’s photos once the gallery opens.',
    own: 'Guests see only their own photos here.',
  },
  photo: {
    all: `${sharedPhoto}. Join to see it.`,
    later: `${sharedPhoto}. You can see it once the gallery opens.`,
    own: `${sharedPhoto}, but guests see only their own photos here.`,
  },
} satisfies Record<string, Record<JoinPreview['shows_photos'], string>>;

/** @param followsPhoto the person followed a shared photo link */
export function joinWords(
  { takes_photos: camera, shows_photos: shows }: Pick<JoinPreview, 'takes_photos' | 'shows_photos'>,
  followsPhoto: boolean,
): JoinWords {
  if (followsPhoto) return { promise: promises.photo[shows], button: shows === 'all' ? 'Join and see the photo' : 'Join the event' };
  if (camera) return { promise: promises.camera[shows], button: 'Join and open the camera' };
  return { promise: promises.noCamera[shows], button: shows === 'all' ? 'Join and see the gallery' : 'Join the event' };
}

/** Seconds until the next attempt is allowed; null if the error is not a rate limit. */
export function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 60) : null;
}

/** Refusal and advice in one paragraph, for forms. */
export function joinErrorMessage(error: unknown): string {
  const refusal = refusalFromError(error);
  if (refusal) return `${refusalMessages[refusal].title}. ${refusalMessages[refusal].advice}`;
  if (error instanceof NetworkError) return 'Can’t reach the server. Your code is saved. Check your connection and try again.';
  if (retryAfterSeconds(error) !== null) return 'Too many attempts. Wait a minute, then enter the code again.';
  return error instanceof ApiError ? error.message : 'Couldn’t join. Try again.';
}

/** `pending` and `barred` are accounts that cannot enter events. */
export type JoinerKind = 'nobody' | 'person' | 'pending' | 'barred';

/** The part of a query result that is needed here. */
interface QuerySnapshot<T> {
  data: T | undefined;
  error: Error | null;
}

export type JoinState =
  | { kind: 'loading' }
  /** No preview is cached, and the server is unreachable. */
  | { kind: 'offline' }
  | { kind: 'failed'; error: Error }
  /** `preview`: the event, if known. `gallery`: the id of the event if its gallery is visible anyway. */
  | { kind: 'refused'; refusal: Refusal; preview: JoinPreview | null; gallery: string | null }
  /** Already a participant: redirects. */
  | { kind: 'inside'; event: Event }
  | { kind: 'open'; preview: JoinPreview };

interface JoinStateInput {
  joiner: JoinerKind;
  /** Signed in without an account. */
  isGuest: boolean;
  /** The person followed a link into the event. Visitors of a public event open it without joining. */
  followsLink: boolean;
  preview: QuerySnapshot<JoinPreview>;
  /** The event as this person sees it, requested once the preview returned its id. */
  event: QuerySnapshot<Event>;
  /** The error of the last attempt to join. */
  joinError: Error | null;
}

export function joinState({ joiner, isGuest, followsLink, preview, event, joinError }: JoinStateInput): JoinState {
  const cached = preview.data ?? null;
  const mayEnter = event.data && (event.data.relation !== 'visitor' || followsLink);
  if (joiner === 'person' && event.data && mayEnter) return { kind: 'inside', event: event.data };
  // The server's current answer takes precedence over the cached preview.
  const refusal = refusalFromError(joinError) ?? refusalFromError(preview.error);
  // Visitors of a public event see its gallery even if they cannot join.
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
