import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { Viewer } from '#server/viewer.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { admissionOf, isKnownOutside, isRefused, type JoinCredential } from '#server/events/admission.ts';
import { findOpening } from '#server/events/codes.ts';
import { useInvitation } from '#server/events/invitations.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { recordEventChange } from '#server/events/operations/record-change.ts';
import { addParticipant, readmitParticipant } from '#server/events/participants.ts';
import { relationOf, standingOf } from '#server/events/policy.ts';
import { presentEvent, presentPreview } from '#server/events/presenter.ts';
import { findEvent, lockEvent, type EventRow } from '#server/events/repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

export function joinCalls({ db }: Deps, { guessing }: Pick<RateLimits, 'guessing'>) {
  return {
    joinEvent: ({ viewer, body, request }) =>
      guessing(request, isUnknownCode, async () => {
        const code = normalizeJoinCode(body.code);
        const already = await answerWhoIsIn(db, viewer, code);
        return { status: 200, body: already ?? (await db.transaction((tx) => join(tx, viewer, code, request))) };
      }),

    previewJoin: ({ path, request }) =>
      guessing(request, isUnknownCode, async () => {
        const { event, credential: opened } = await open(db, normalizeJoinCode(path.code), null);
        if (!isKnownOutside(event)) throw unknownCode();
        const credential = requireCurrent(opened);
        return { status: 200, body: presentPreview(event, credential, admissionOf(event, credential, null)) };
      }),
  } satisfies Partial<OperationsOf<'events'>>;
}

/** Joining again changes nothing, whatever became of the code's terms since, and holds nothing up. */
async function answerWhoIsIn(db: Queryable, viewer: Viewer, code: string): Promise<components['schemas']['Event'] | null> {
  const { event, credential } = await open(db, code, viewer.userId);
  const relation = relationOf(standingOf(viewer, event), event);
  if (relation !== 'organization' && !isKnownOutside(event)) throw unknownCode();
  requireCurrent(credential);
  return relation === 'organization' || relation === 'participant' ? presentEvent(event, relation) : null;
}

/** The event is held as it is, so that nobody comes in by a code that was renewed, or a credential that was closed, a moment before. */
async function join(tx: Tx, viewer: Viewer, code: string, request: FastifyRequest): Promise<components['schemas']['Event']> {
  const { event: found } = await open(tx, code, viewer.userId);
  await lockEvent(tx, found.id, 'share');
  const { event, credential: opened } = await open(tx, code, viewer.userId);
  if (event.id !== found.id || !isKnownOutside(event)) throw unknownCode();
  const credential = requireCurrent(opened);
  requireAdmission(event, credential, viewer);
  if (isRefused(event.removedAt, credential)) throw joinRefused(event);

  if (credential.kind === 'invitation' && !(await useInvitation(tx, credential.id, viewer.userId))) throw invitationUsed();
  const role = credential.kind === 'invitation' ? credential.role : undefined;
  const entered =
    event.removedAt === null
      ? await addParticipant(tx, event.id, viewer.userId, role)
      : await readmitParticipant(tx, event.id, viewer.userId, role);
  if (entered) {
    const detail = credential.kind === 'invitation' ? { invitation_id: credential.id } : undefined;
    await recordEventChange(tx, { action: 'event.join', event, by: viewer, request, ...(detail && { detail }) });
  }
  const joined = await findEvent(tx, event.id, viewer.userId);
  // Somebody was removed in the moment in which they joined twice.
  if (!joined?.isParticipant) throw joinRefused(event);
  return presentEvent(joined, 'participant');
}

/** The event that a code belongs to, and what the code is. */
async function open(db: Queryable, code: string, userId: string | null): Promise<{ event: EventRow; credential: JoinCredential | null }> {
  const opening = await findOpening(db, code);
  const event = opening ? await findEvent(db, opening.eventId, userId) : null;
  if (!opening || !event || event.deletedAt) throw unknownCode();
  return { event, credential: opening.credential };
}

function requireCurrent(credential: JoinCredential | null): JoinCredential {
  if (!credential) throw new Problem(410, 'code_renewed', 'This code was replaced by a new one. Ask for the new code.');
  return credential;
}

function requireAdmission(event: EventRow, credential: JoinCredential, viewer: Viewer): void {
  switch (admissionOf(event, credential, viewer.userId)) {
    case 'open':
      return;
    case 'over':
      throw new Problem(409, 'event_over', `${event.name} is over.`);
    case 'closed':
      throw new Problem(409, 'event_closed', `${event.name} takes no new guests any more.`);
    case 'invited':
      throw new Problem(403, 'invitation_required', `${event.name} is for invited guests. Use the code of your invitation.`);
    case 'used':
      throw invitationUsed();
  }
}

const unknownCode = () => new Problem(404, 'unknown_code', 'No event has this code. Check it for a typing error.');
const isUnknownCode = (error: unknown) => error instanceof Problem && error.code === 'unknown_code';
const invitationUsed = () => new Problem(409, 'invitation_used', 'Somebody has used this invitation already. Ask for one of your own.');
const joinRefused = (event: EventRow) => new Problem(403, 'join_refused', `The organizers of ${event.name} have removed you from it.`);
