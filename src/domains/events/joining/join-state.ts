// What the page behind a code shows. Pure: everything known of the code, the person and the event comes in, one state comes out.
import type { Event } from '#src/domains/events/event.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { refusalFromError, refusalFromAdmission, type JoinPreview, type Refusal } from './join-refusal.ts';

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
  const known = preview.data ?? null;
  const enters = event.data && (event.data.relation !== 'visitor' || followsLink);
  if (joiner === 'person' && event.data && enters) return { kind: 'inside', event: event.data };
  // What the server says now counts more than what was kept of it.
  const refusal = refusalFromError(joinError) ?? refusalFromError(preview.error);
  // Visitors of a public event see its gallery, whether they may join or not.
  const gallery = joiner === 'person' && event.data && !event.error ? event.data.id : null;
  if (refusal) return { kind: 'refused', refusal, preview: refusalFromError(preview.error) ? null : known, gallery };
  if (!known) return blank(preview.error);
  if (joiner === 'pending' || joiner === 'barred') return { kind: 'refused', refusal: `account_${joiner}`, preview: known, gallery };
  if (joiner === 'person' && !event.data && !event.error) return { kind: 'loading' };
  const closed = refusalFromAdmission(known.admission) ?? (isGuest && known.join_identity === 'account' ? 'account_required' : null);
  return closed ? { kind: 'refused', refusal: closed, preview: known, gallery } : { kind: 'open', preview: known };
}

function blank(error: Error | null): JoinState {
  if (!error) return { kind: 'loading' };
  return error instanceof NetworkError ? { kind: 'offline' } : { kind: 'failed', error };
}
