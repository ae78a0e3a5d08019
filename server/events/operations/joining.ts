// Joining without an account: a guest, a part in the event and a session, all or nothing.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { presentSessionUser, toViewer } from '#server/accounts/presenter.ts';
import { requireEnabled, type Sessions } from '#server/accounts/sessions.ts';
import { findGuest, insertGuest, renameGuest } from '#server/accounts/users-repository.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import { coalesceReads } from '#server/cache.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange, recountAttendees } from '#server/events/changes-repository.ts';
import { countHidden, type EventRow, findEvent, findEventByCode, lockEvent } from '#server/events/events-repository.ts';
import { normalizeJoinCode, redeemInvitation } from '#server/events/invitations-repository.ts';
import {
  isUnknownCode,
  requireCurrentCode,
  requirePublishedEvent,
  resolveCode,
  resolvePublicCode,
  unknownCode,
} from '#server/events/operations/authorize.ts';
import { addParticipant, countEverJoined, insertGuestParticipant, readmitParticipant } from '#server/events/participants-repository.ts';
import {
  admissionOf,
  eventAccessOf,
  type EventRole,
  eventRoleOf,
  isAttending,
  isReentryRefused,
  isVisibleToOutsiders,
  type JoinCredential,
  type Joiner,
  missingIdentity,
  roleOf,
} from '#server/events/policy.ts';
import { presentEvent, presentJoinPreview, presentPreview } from '#server/events/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

/** Maximum wait for the previous count, which locks the event's counter until it is on disk. */
const LONGEST_WAIT_MS = 5_000;

interface Parts {
  limits: Pick<RateLimits, 'limitAttempts' | 'countGuest'>;
  sessions: Sessions;
}

export function guestCalls({ db }: Pick<Deps, 'db'>, { limits, sessions }: Parts) {
  /** Guests who join at the same time are counted together. */
  const countArrivals = coalesceReads((eventId) => recountAttendees(db, eventId), LONGEST_WAIT_MS);
  /** Hundreds of guests enter the same code within seconds. */
  const findByCode = coalesceReads((code) => findEventByCode(db, code));
  return {
    async joinAsGuest({ body, request }) {
      const keyHash = hashSecret(body.key);
      // Read while the attempt is counted; told only if it is allowed.
      const found = Promise.all([openByCode(body.code), findGuest(db, keyHash)]);
      found.catch(() => undefined);
      const [{ event, credential }, known] = await limits.limitAttempts(request, isUnknownCode, () => found, 'joinAsGuest');
      const name = body.name?.trim() ?? null;
      if (!known) {
        requireAdmission(event, credential, null);
        requireIdentity(event, { hasAccount: false, hasName: name !== null });
      }
      const giveBack = known ? async () => undefined : await limits.countGuest(event.id);
      try {
        const code = normalizeJoinCode(body.code);
        const isByCode = !known && name !== null && credential.kind === 'code';
        const joined =
          (isByCode ? await joinNew({ event, keyHash, name, request }) : null) ??
          (await db.transaction((tx) => joinAs(tx, { keyHash, name, code, request })));
        if (!joined.isNew) await giveBack();
        const { access, cookies } = await sessions.issue(request, joined.session);
        const answer = { user: joined.user, access_token: access, event: joined.event };
        return { status: joined.isNew ? 201 : 200, headers: { 'set-cookie': cookies }, body: answer };
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
  } satisfies Partial<OperationsOf<'events'>>;

  /** As `resolvePublicCode`, with one read where the code is an event's own. */
  async function openByCode(typed: string): ReturnType<typeof resolvePublicCode> {
    const event = await findByCode(normalizeJoinCode(typed));
    return event && isVisibleToOutsiders(event) ? { event, credential: { kind: 'code' } } : resolvePublicCode(db, typed);
  }

  /**
   * Admits a new guest by the event's own code with few round trips, because hundreds join within seconds. If the server dies after the first
   * statement, the guest is counted with the next arrival.
   * @returns null, with nothing written, if the event has changed since it was read, or the key exists
   */
  async function joinNew({ event, keyHash, name, request }: JoiningNew) {
    const id = uuid7();
    const first = sessions.prepareFirst(id, true, request);
    const by = { actorId: id, request };
    const created: AuditEntry = { ...by, action: 'account.create_guest', subjectType: 'user', subjectId: id };
    const joined: AuditEntry = {
      ...by,
      action: 'event.join',
      subjectType: 'event',
      subjectId: event.id,
      organizationId: event.organizationId,
    };
    if (!(await insertGuestParticipant(db, event, { id, keyHash, name }, first.rows, [created, first.entry, joined]))) return null;
    await countArrivals(event.id);
    const [entered, person, hidden] = await Promise.all([
      findEvent(db, event.id, id),
      findPerson(db, id),
      countHidden(db, [{ event, relation: 'guest' }], id),
    ]);
    if (!entered || !person) throw new Error('a guest vanished after joining');
    const relation = eventRoleOf(eventAccessOf(toViewer(person, first.opened.sessionId), entered), entered);
    return {
      isNew: true,
      session: first.opened,
      event: presentEvent(entered, relation, hidden(entered)),
      user: presentSessionUser(person, []),
    };
  }

  /** What the event refuses leaves no guest behind: the transaction goes with it. */
  async function joinAs(tx: Tx, { keyHash, name, code, request }: Joining) {
    const isNew = await insertGuest(tx, { id: uuid7(), keyHash, name: name ?? 'Guest' });
    const guest = await findGuest(tx, keyHash);
    if (!guest) throw new Error('a guest vanished in the transaction that made them');
    requireEnabled(guest);
    if (isNew) await audit(tx, { action: 'account.create_guest', actorId: guest.id, subjectType: 'user', subjectId: guest.id, request });
    else if (name !== null) await renameGuest(tx, guest.id, name);
    const session = await sessions.open(tx, guest.id, true, request);
    const viewer = toViewer(await personOf(tx, guest.id), session.sessionId);
    const event = (await answerExistingParticipant(tx, viewer, code)) ?? (await joinByCode(tx, viewer, code, request));
    // The number distinguishes guests without a name.
    if (isNew && name === null) await renameGuest(tx, guest.id, `Guest ${await countEverJoined(tx, event.id)}`);
    return { isNew, session, event, user: presentSessionUser(await personOf(tx, guest.id), []) };
  }
}

interface JoiningNew {
  event: EventRow;
  keyHash: string;
  name: string;
  request: FastifyRequest;
}

interface Joining {
  keyHash: string;
  name: string | null;
  /** Normalized. */
  code: string;
  request: FastifyRequest;
}

async function personOf(tx: Tx, userId: string) {
  const person = await findPerson(tx, userId);
  if (!person) throw new Error('a guest vanished in the transaction that made them');
  return person;
}

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
        return { status: 200, body: presentJoinPreview(event, credential, admissionOf(event, credential, null)) };
      }),

    async previewEvent({ path }) {
      return { status: 200, body: presentPreview(await requirePublishedEvent(db, path.id)) };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}

/** Joining again is a no-op without locks, even if the code's terms have changed since. */
async function answerExistingParticipant(db: Queryable, viewer: Viewer, code: string): Promise<components['schemas']['Event'] | null> {
  const { event, credential } = await resolveCode(db, code, viewer.userId);
  const relation = eventRoleOf(eventAccessOf(viewer, event), event);
  if (relation !== 'organization' && !isVisibleToOutsiders(event)) throw unknownCode();
  requireCurrentCode(credential);
  return relation === 'organization' || isAttending(relation) ? presentFor(db, event, relation, viewer) : null;
}

/** Locks the event (FOR SHARE) against joins by a code that was just renewed or closed. */
async function joinByCode(tx: Tx, viewer: Viewer, code: string, request: FastifyRequest): Promise<components['schemas']['Event']> {
  // Before the event, so that an account that is being deleted joins nothing.
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
  const entered =
    event.removedAt === null
      ? await addParticipant(tx, event.id, viewer.userId, roleOf(credential))
      : await readmitParticipant(tx, event.id, viewer.userId, credential.kind === 'invitation' ? credential.role : undefined);
  if (entered) {
    const detail = credential.kind === 'invitation' ? { invitation_id: credential.id } : undefined;
    await recordEventChange(tx, { action: 'event.join', event, by: viewer, request, ...(detail && { detail }) });
  }
  const joined = await findEvent(tx, event.id, viewer.userId);
  // The person was removed while joining twice.
  if (!joined?.isParticipant) throw joinRefused(event);
  return presentFor(tx, joined, eventRoleOf(eventAccessOf(viewer, joined), joined), viewer);
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

function requireAdmission(event: EventRow, credential: JoinCredential, userId: string | null): void {
  switch (admissionOf(event, credential, userId)) {
    case 'open':
      return;
    case 'over':
      throw new Problem(409, 'event_over', `${event.name} has ended.`);
    case 'closed':
      throw new Problem(409, 'event_closed', `No one new can join ${event.name}.`);
    case 'invited':
      throw new Problem(403, 'invitation_required', `${event.name} is invitation only. Use the code from your invitation.`);
    case 'used':
      throw invitationUsed();
  }
}

function requireIdentity(event: EventRow, joiner: Joiner): void {
  switch (missingIdentity(event, joiner)) {
    case null:
      return;
    case 'account':
      throw new Problem(403, 'account_required', `${event.name} requires an account. Log in or create one to join.`);
    case 'name': {
      const errors = [{ field: 'body.name', message: 'is required by this event' }];
      throw new Problem(422, 'name_required', `${event.name} requires your name.`, { errors });
    }
  }
}

const invitationUsed = () => new Problem(409, 'invitation_used', 'This invitation has already been used. Ask for your own.');
const joinRefused = (event: EventRow) => new Problem(403, 'join_refused', `The organizers of ${event.name} have removed you from it.`);
