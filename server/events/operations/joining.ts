import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import {
  admissionOf,
  isVisibleToOutsiders,
  isReentryRefused,
  missingIdentity,
  type JoinCredential,
  type Joiner,
} from '#server/events/admission.ts';
import { countHidden, findEvent, lockEvent, type EventRow } from '#server/events/events-repository.ts';
import { redeemInvitation } from '#server/events/invitations-repository.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { recordEventChange } from '#server/events/operations/record-change.ts';
import { addParticipant, readmitParticipant } from '#server/events/participants-repository.ts';
import { eventRoleOf, eventAccessOf, type EventRole } from '#server/events/policy.ts';
import { presentEvent, presentPreview } from '#server/events/presenter.ts';
import { isUnknownCode, resolveCode, resolvePublicCode, requireCurrentCode, unknownCode } from '#server/events/resolve-code.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import type { Viewer } from '#server/viewer.ts';

export function joinCalls({ db }: Deps, { limitAttempts }: Pick<RateLimits, 'limitAttempts'>) {
  return {
    joinEvent: ({ viewer, body, request }) =>
      limitAttempts(request, isUnknownCode, async () => {
        const code = normalizeJoinCode(body.code);
        const already = await answerExistingParticipant(db, viewer, code);
        return { status: 200, body: already ?? (await db.transaction((tx) => joinByCode(tx, viewer, code, request))) };
      }),

    previewJoin: ({ path, request }) =>
      limitAttempts(request, isUnknownCode, async () => {
        const { event, credential } = await resolvePublicCode(db, path.code);
        return { status: 200, body: presentPreview(event, credential, admissionOf(event, credential, null)) };
      }),
  } satisfies Partial<OperationsOf<'events'>>;
}

/** Joining again changes nothing, whatever became of the code's terms since, and holds nothing up. */
export async function answerExistingParticipant(
  db: Queryable,
  viewer: Viewer,
  code: string,
): Promise<components['schemas']['Event'] | null> {
  const { event, credential } = await resolveCode(db, code, viewer.userId);
  const relation = eventRoleOf(eventAccessOf(viewer, event), event);
  if (relation !== 'organization' && !isVisibleToOutsiders(event)) throw unknownCode();
  requireCurrentCode(credential);
  return relation === 'organization' || relation === 'participant' ? presentFor(db, event, relation, viewer) : null;
}

/** The event is locked for sharing (FOR SHARE), so that nobody comes in by a code that was renewed, or a credential that was closed, a moment before. */
export async function joinByCode(tx: Tx, viewer: Viewer, code: string, request: FastifyRequest): Promise<components['schemas']['Event']> {
  // Before the event: whoever deletes their account meanwhile takes part in nothing.
  await lockActiveUser(tx, viewer.userId);
  const { event: found } = await resolveCode(tx, code, viewer.userId);
  await lockEvent(tx, found.id, 'share');
  const { event, credential: opened } = await resolveCode(tx, code, viewer.userId);
  if (event.id !== found.id || !isVisibleToOutsiders(event)) throw unknownCode();
  const credential = requireCurrentCode(opened);
  requireAdmission(event, credential, viewer.userId);
  requireIdentity(event, { hasAccount: viewer.email !== null, hasName: true });
  if (isReentryRefused(event, credential)) throw joinRefused(event);

  if (credential.kind === 'invitation' && !(await redeemInvitation(tx, credential.id, viewer.userId))) throw invitationUsed();
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
  return presentFor(tx, joined, 'participant', viewer);
}

async function presentFor(
  db: Queryable,
  event: EventRow,
  relation: EventRole,
  { userId }: Viewer,
): Promise<components['schemas']['Event']> {
  const hidden = await countHidden(db, [{ event, relation }], userId);
  return presentEvent(event, relation, hidden(event));
}

export function requireAdmission(event: EventRow, credential: JoinCredential, userId: string | null): void {
  switch (admissionOf(event, credential, userId)) {
    case 'open':
      return;
    case 'over':
      throw new Problem(409, 'event_over', `${event.name} is over.`);
    case 'closed':
      throw new Problem(409, 'event_closed', `No one new can join ${event.name}.`);
    case 'invited':
      throw new Problem(403, 'invitation_required', `${event.name} is invitation only. Use the code from your invitation.`);
    case 'used':
      throw invitationUsed();
  }
}

export function requireIdentity(event: EventRow, joiner: Joiner): void {
  switch (missingIdentity(event, joiner)) {
    case null:
      return;
    case 'account':
      throw new Problem(403, 'account_required', `${event.name} requires an account. Log in or create one to join.`);
    case 'name': {
      const errors = [{ field: 'body.name', message: 'is asked for by this event' }];
      throw new Problem(422, 'name_required', `${event.name} requires your name.`, { errors });
    }
  }
}

const invitationUsed = () => new Problem(409, 'invitation_used', 'This invitation has already been used. Ask for your own.');
const joinRefused = (event: EventRow) => new Problem(403, 'join_refused', `The organizers of ${event.name} have removed you from it.`);
