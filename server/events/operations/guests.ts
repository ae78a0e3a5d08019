// Joining without an account: a guest, a part in the event and a session, all or nothing.
import type { FastifyRequest } from 'fastify';
import { presentSessionUser, toViewer } from '#server/accounts/presenter.ts';
import { requireEnabled, type Sessions } from '#server/accounts/sessions.ts';
import { findGuest, findPerson, insertGuest, renameGuest } from '#server/accounts/users-repository.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import { coalesceReads } from '#server/cache.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { isVisibleToOutsiders } from '#server/events/admission.ts';
import { recountAttendees } from '#server/events/changes-repository.ts';
import { countHidden, findEvent, findEventByCode, type EventRow } from '#server/events/events-repository.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { answerExistingParticipant, joinByCode, requireAdmission, requireIdentity } from '#server/events/operations/joining.ts';
import { countEverJoined, insertGuestParticipant } from '#server/events/participants-repository.ts';
import { eventRoleOf, eventAccessOf } from '#server/events/policy.ts';
import { presentEvent } from '#server/events/presenter.ts';
import { isUnknownCode, resolvePublicCode } from '#server/events/resolve-code.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

/** How long arrivals wait for the count before theirs, which holds the event's counter until it is on disk. */
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
    joinAsGuest: ({ body, request }) =>
      limits.limitAttempts(request, isUnknownCode, async () => {
        const keyHash = hashSecret(body.key);
        const [{ event, credential }, known] = await Promise.all([openByCode(body.code), findGuest(db, keyHash)]);
        const name = body.name?.trim() ?? null;
        if (!known) {
          requireAdmission(event, credential, null);
          requireIdentity(event, { hasAccount: false, hasName: name !== null });
        }
        const giveBack = known ? () => undefined : limits.countGuest(event.id);
        try {
          const code = normalizeJoinCode(body.code);
          const isByCode = !known && name !== null && credential.kind === 'code';
          const joined =
            (isByCode ? await joinNew({ event, keyHash, name, request }) : null) ??
            (await db.transaction((tx) => joinAs(tx, { keyHash, name, code, request })));
          if (!joined.isNew) giveBack();
          const { access, cookies } = await sessions.issue(request, joined.session);
          const answer = { user: joined.user, access_token: access, event: joined.event };
          return { status: joined.isNew ? 201 : 200, headers: { 'set-cookie': cookies }, body: answer };
        } catch (error) {
          giveBack();
          throw error;
        }
      }),
  } satisfies Partial<OperationsOf<'events'>>;

  /** As `resolvePublicCode`, with one read where the code is an event's own. */
  async function openByCode(typed: string): ReturnType<typeof resolvePublicCode> {
    const event = await findByCode(normalizeJoinCode(typed));
    return event && isVisibleToOutsiders(event) ? { event, credential: { kind: 'code' } } : resolvePublicCode(db, typed);
  }

  /**
   * Lets a new guest in by the event's own code with few round trips, because hundreds join within seconds. If the server dies after the first
   * statement, they are counted with the next arrival.
   * @returns null, with nothing written, when the event has changed since it was read, or somebody has the key already
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
      countHidden(db, [{ event, relation: 'participant' }], id),
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
    // Told apart by number, so that one of several can be removed.
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
  /** Normalised. */
  code: string;
  request: FastifyRequest;
}

async function personOf(tx: Tx, userId: string) {
  const person = await findPerson(tx, userId);
  if (!person) throw new Error('a guest vanished in the transaction that made them');
  return person;
}
