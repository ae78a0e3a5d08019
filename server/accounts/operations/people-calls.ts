// The platform's people: who they are, and what those do with their accounts who manage users.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { twoFactorOffLetter } from '#server/accounts/letters.ts';
import { endSessionsOf, markVerified } from '#server/accounts/own-account.ts';
import {
  countPlatformUsers,
  findPlatformUser,
  holdPeople,
  listPlatformUsers,
  platformUserOrder,
  readUserFacts,
  setDisabled,
  setPlatformRole,
  type PlatformUserRow,
} from '#server/accounts/people.ts';
import { canChangeUser, canManageUsers } from '#server/accounts/policy.ts';
import { presentPlatformUser, toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/repository.ts';
import { deleteTwoFactor, hasTwoFactor } from '#server/accounts/two-factor.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { notifyPerson } from '#server/live/person.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/outgoing.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Details = components['schemas']['PlatformUserDetails'];
type Ability = keyof components['schemas']['PlatformUser']['can'];

interface UserCall {
  viewer: Viewer;
  path: { userId: string };
  request: FastifyRequest;
}

/** Somebody held with whoever asks, whose rights are read anew. */
interface Held {
  user: PlatformUserRow;
  superAdmins: readonly string[];
}

export function peopleCalls(deps: Deps) {
  const { db, config } = deps;

  async function detailsOf(user: PlatformUserRow, viewer: Viewer): Promise<Details> {
    const [facts, person] = await Promise.all([readUserFacts(db, user.id), findPerson(db, user.id)]);
    return {
      user: presentPlatformUser(user, viewer),
      organizations: (person?.memberships ?? []).map(({ id, organization_id, organization_name, role, status }) => ({
        id,
        organization_id,
        organization_name,
        role,
        status,
      })),
      sessions: facts.sessions,
      has_two_factor: facts.hasTwoFactor,
      passkeys: facts.passkeys,
      photos: facts.photos,
      photos_bytes: facts.photosBytes,
    };
  }

  async function hold(tx: Tx, { viewer: asking, path }: UserCall, ability: Ability): Promise<Held> {
    const superAdmins = await holdPeople(tx, [asking.userId, path.userId]);
    const asker = await findPerson(tx, asking.userId);
    if (!asker || asker.disabledAt) throw forbidden(NOT_YOURS);
    const viewer = toViewer(asker, asking.sessionId);
    const user = canManageUsers(viewer) ? await findPlatformUser(tx, path.userId) : undefined;
    if (!user) throw canManageUsers(viewer) ? notFound('person') : forbidden(NOT_YOURS);
    if (user.email === null && (ability === 'change_role' || ability === 'verify')) throw notForGuests();
    if (!canChangeUser(viewer, user, ability)) throw forbidden(refusalOf(viewer, user));
    return { user, superAdmins };
  }

  /** `act` says false where there is nothing to change: then nothing is written. */
  async function change(
    call: UserCall,
    ability: Ability,
    action: AuditAction,
    act: (tx: Tx, held: Held) => Promise<boolean>,
    detail?: Record<string, unknown>,
  ) {
    await db.transaction(async (tx) => {
      const held = await hold(tx, call, ability);
      if (!(await act(tx, held))) return;
      await notifyPerson(tx, held.user.id);
      const subject = { subjectType: 'user', subjectId: held.user.id };
      await audit(tx, { action, actorId: call.viewer.userId, ...subject, request: call.request, ...(detail && { detail }) });
    });
    const after = await findPlatformUser(db, call.path.userId);
    if (!after) throw notFound('person');
    const body = await detailsOf(after, call.viewer);
    return { status: 200 as const, body };
  }

  return {
    async listUsers({ viewer, query }) {
      if (!canManageUsers(viewer)) throw forbidden(NOT_YOURS);
      const { q, role, state, sort = '-created_at', ...page } = query;
      const filter = { q, role, state };
      const { rows, cursors } = await platformUserOrder.page({ ...page, sort }, (range) => listPlatformUsers(db, filter, range));
      const total = await countPlatformUsers(db, filter);
      return { status: 200, body: { items: rows.map((row) => presentPlatformUser(row, viewer)), ...cursors, total } };
    },

    async getUser({ viewer, path }) {
      if (!canManageUsers(viewer)) throw forbidden(NOT_YOURS);
      const user = await findPlatformUser(db, path.userId);
      if (!user) throw notFound('person');
      return { status: 200, body: await detailsOf(user, viewer) };
    },

    changeUserRole: (call) => {
      const { role } = call.body;
      return change(
        call,
        'change_role',
        'account.change_role',
        async (tx, { user, superAdmins }) => {
          if (user.role === role) return false;
          requireAnother(superAdmins, user);
          await setPlatformRole(tx, user.id, role);
          return true;
        },
        { role },
      );
    },

    suspendUser: (call) =>
      change(call, 'suspend', 'account.suspend', async (tx, { user, superAdmins }) => {
        if (user.disabledAt) return false;
        requireAnother(superAdmins, user);
        await setDisabled(tx, user.id, true);
        await endSessionsOf(tx, user.id, 'revoked');
        return true;
      }),

    reactivateUser: (call) =>
      change(call, 'suspend', 'account.reactivate', async (tx, { user }) => {
        if (!user.disabledAt) return false;
        await setDisabled(tx, user.id, false);
        return true;
      }),

    verifyUser: (call) =>
      change(call, 'verify', 'account.verify_for', async (tx, { user }) => {
        if (user.isVerified) return false;
        await markVerified(tx, user.id);
        return true;
      }),

    endUserSessions: (call) =>
      change(call, 'end_sessions', 'account.end_sessions', async (tx, { user }) => (await endSessionsOf(tx, user.id, 'revoked')) > 0),

    resetUserTwoFactor: (call) =>
      change(call, 'reset_two_factor', 'account.reset_two_factor', async (tx, { user }) => {
        if (!(await hasTwoFactor(tx, user.id))) return false;
        await deleteTwoFactor(tx, user.id);
        const link = appLink(config, '/forgot-password', ownPort(call.request, deps));
        if (user.email !== null)
          await queueMail(deps, tx, { key: `two-factor:${uuid7()}`, to: user.email, letter: twoFactorOffLetter(link) });
        return true;
      }),
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const NOT_YOURS = 'Only those who manage the platform’s users may do this.';

function refusalOf(viewer: Viewer, user: PlatformUserRow): string {
  if (user.id === viewer.userId) return 'Your own account is changed in its settings, or by another super administrator.';
  return ONLY_SUPER_ADMINS;
}

const notForGuests = () => new Problem(409, 'not_for_guests', 'A guest has no account yet.');

/** Somebody must be able to let the others in. */
function requireAnother(superAdmins: readonly string[], { id }: PlatformUserRow): void {
  if (superAdmins.includes(id) && superAdmins.length === 1)
    throw new Problem(409, 'last_super_admin', 'This is the last super administrator. Make somebody else one first.');
}
