// Whether a code lets somebody into an event. Pure.
import type { components } from '#openapi/api.ts';
import type { EventFacts } from '#server/events/policy.ts';

type Schemas = components['schemas'];
type Admission = Schemas['JoinPreview']['admission'];

export interface JoinFacts extends EventFacts {
  joinPolicy: Schemas['JoinPolicy'];
}

/** What a code turned out to be: the event's own, or a personal invitation. */
export type JoinCredential =
  | { kind: 'code' }
  | { kind: 'invitation'; id: string; role: Schemas['ParticipantRole']; usedBy: string | null; createdAt: Date };

/** Drafts and deleted events exist for their organization only: to others their codes open nothing. */
export function isVisibleToOutsiders(event: EventFacts): boolean {
  return event.status !== 'draft' && event.deletedAt === null;
}

/**
 * What the code does for somebody who is not in yet.
 * @param userId null for who is not signed in
 */
export function admissionOf(event: JoinFacts, credential: JoinCredential, userId: string | null): Admission {
  if (event.status === 'ended' || event.status === 'archived') return 'over';
  if (event.organizationStatus !== 'active' || event.joinPolicy === 'closed') return 'closed';
  if (credential.kind === 'code') return event.joinPolicy === 'invited' ? 'invited' : 'open';
  return credential.usedBy !== null && credential.usedBy !== userId ? 'used' : 'open';
}

export interface Joiner {
  hasAccount: boolean;
  hasName: boolean;
}

/** What somebody lacks of what the event asks of those who join; null: nothing. An account has a name. */
export function missingIdentity({ joinIdentity }: { joinIdentity: Schemas['JoinIdentity'] }, joiner: Joiner): 'account' | 'name' | null {
  if (joiner.hasAccount || joinIdentity === 'none') return null;
  if (joinIdentity === 'account') return 'account';
  return joiner.hasName ? null : 'name';
}

/** Who was removed comes back by an invitation made since, and by nothing else. Who left comes back by any code that lets people in. */
export function isReentryRefused(
  { removedAt, hasLeft }: { removedAt: Date | null; hasLeft: boolean },
  credential: JoinCredential,
): boolean {
  if (removedAt === null || hasLeft) return false;
  return credential.kind === 'code' || credential.createdAt.getTime() < removedAt.getTime();
}
