// The users of the platform, and what user managers do with their accounts.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { deleteTwoFactor, hasTwoFactor } from '#server/accounts/credentials-repository.ts';
import { platformRoleEmail, twoFactorOffEmail } from '#server/accounts/emails.ts';
import { cancelEmailChange } from '#server/accounts/operations/email.ts';
import { canChangeUser, canManageUsers, type userAbilities } from '#server/accounts/policy.ts';
import { deviceName, presentPlatformUser, toViewer } from '#server/accounts/presenter.ts';
import {
  endImpersonationsInvolving,
  endSession,
  endSessionsOf,
  findOwnSession,
  listOpenSessions,
} from '#server/accounts/sessions-repository.ts';
import {
  countPlatformUsers,
  findPerson,
  findPlatformUser,
  findPlatformUsers,
  listUsers,
  lockUsers,
  markVerified,
  platformUserOrder,
  type PlatformUserRow,
  readUserFacts,
  setDisabled,
  setPlatformRole,
} from '#server/accounts/users-repository.ts';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { csvAnswer, type CsvColumns, csvTime } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { notifyPerson } from '#server/live/topics-repository.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Details = components['schemas']['PlatformUserDetails'];

interface UserCall {
  viewer: Viewer;
  path: { userId: string };
  request: FastifyRequest;
}

export function userCalls(deps: Deps) {
  const { db } = deps;
  const { suspend, reactivate, verify, end_sessions, reset_two_factor: resetTwoFactor, endSession, changeRole } = userActions(deps);
  const forMany = { suspend, reactivate, verify, end_sessions };

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
      images: facts.images,
      images_bytes: facts.imagesBytes,
    };
  }

  async function read({ viewer, path }: Pick<UserCall, 'viewer' | 'path'>): Promise<PlatformUserRow> {
    if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
    const user = await findPlatformUser(db, path.userId);
    if (!user) throw notFound('person');
    return user;
  }

  async function change(call: UserCall, what: UserAction) {
    await db.transaction((tx) => applyUserAction(tx, call, call.path.userId, what));
    const body = await detailsOf(await read(call), call.viewer);
    return { status: 200 as const, body };
  }

  return {
    async listUsers({ viewer, query }) {
      if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
      const { q, role, state, sort = '-created_at', ...page } = query;
      const filter = { q, role, state };
      const { rows, cursors } = await platformUserOrder.page({ ...page, sort }, (range) => listUsers(db, filter, range));
      const total = await countPlatformUsers(db, filter);
      return { status: 200, body: { items: rows.map((row) => presentPlatformUser(row, viewer)), ...cursors, total } };
    },

    getUser: async (call) => ({ status: 200, body: await detailsOf(await read(call), call.viewer) }),

    async listUserSessions(call) {
      const user = await read(call);
      if (!canChangeUser(call.viewer, user, 'see_sessions')) throw forbidden(refusalToChange(call.viewer, user));
      const rows = await listOpenSessions(db, user.id);
      const items = rows.map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
        id,
        device: deviceName(userAgent),
        address,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
      }));
      return { status: 200, body: { items } };
    },

    changeUserRole: (call) => change(call, changeRole(call.body.role)),
    suspendUser: (call) => change(call, suspend),
    reactivateUser: (call) => change(call, reactivate),
    verifyUser: (call) => change(call, verify),
    endUserSessions: (call) => change(call, end_sessions),
    endUserSession: (call) => change(call, endSession(call.path.sessionId)),
    resetUserTwoFactor: (call) => change(call, resetTwoFactor),

    async changeUsers({ viewer, body, request }) {
      if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
      const results = await db.transaction((tx) => applyUserActionToMany(tx, { viewer, request }, body.ids, forMany[body.action]));
      return { status: 200, body: { results } };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

type Schemas = components['schemas'];

type Ability = keyof ReturnType<typeof userAbilities>;

/** A locked user, and the context of the request. */
interface LockedUser {
  user: PlatformUserRow;
  /** Ids of the super admins with active accounts. */
  superAdmins: readonly string[];
  request: FastifyRequest;
}

interface UserAction {
  ability: Ability;
  action: AuditAction;
  detail?: Record<string, unknown> | ((before: PlatformUserRow) => Record<string, unknown>);
  /** False if nothing changes. Then no audit entry is written. */
  act(tx: Tx, locked: LockedUser): Promise<boolean>;
}

const ONLY_USER_MANAGERS = 'Only people who manage the platform’s users can do this.';

const notForGuests = () => new Problem(409, 'not_for_guests', 'This person has no account.');

/** There must always be a super admin. */
function requireAnotherSuperAdmin({ superAdmins, user: { id } }: LockedUser): void {
  if (superAdmins.includes(id) && superAdmins.length === 1)
    throw new Problem(409, 'last_super_admin', 'This is the last super admin. Make someone else a super admin first.');
}

/** A super admin needs an active account with a confirmed address. */
function requireActiveAccount({ disabledAt, isVerified }: PlatformUserRow): void {
  const why = disabledAt
    ? 'This account is suspended. Reactivate it'
    : isVerified
      ? null
      : 'This account’s email address isn’t confirmed. Confirm it';
  if (why !== null) throw new Problem(422, 'account_not_in_use', `${why} before making it a super admin.`);
}

function userActions(deps: Deps) {
  const { config } = deps;
  return {
    suspend: {
      ability: 'suspend',
      action: 'account.suspend',
      async act(tx, locked) {
        if (locked.user.disabledAt) return false;
        requireAnotherSuperAdmin(locked);
        await setDisabled(tx, locked.user.id, true);
        await endSessionsOf(tx, locked.user.id, 'revoked');
        await endImpersonationsInvolving(tx, locked.user.id);
        return true;
      },
    },
    reactivate: {
      ability: 'suspend',
      action: 'account.reactivate',
      async act(tx, { user }) {
        if (!user.disabledAt) return false;
        await setDisabled(tx, user.id, false);
        return true;
      },
    },
    verify: {
      ability: 'verify',
      action: 'account.verify_for',
      async act(tx, { user }) {
        if (user.isVerified) return false;
        await markVerified(tx, user.id, 'admin');
        // A pending change was requested before the current address was confirmed.
        await cancelEmailChange(tx, user.id);
        return true;
      },
    },
    end_sessions: {
      ability: 'end_sessions',
      action: 'account.end_sessions',
      act: async (tx, { user }) => (await endSessionsOf(tx, user.id, 'revoked')) > 0,
    },
    reset_two_factor: {
      ability: 'reset_two_factor',
      action: 'account.reset_two_factor',
      async act(tx, { user, request }) {
        if (!(await hasTwoFactor(tx, user.id))) return false;
        await deleteTwoFactor(tx, user.id);
        await mailUser(tx, user, twoFactorOffEmail(appLink(config, '/forgot-password', ownPort(request, deps))));
        return true;
      },
    },
    endSession: (sessionId: string): UserAction => ({
      ability: 'end_sessions',
      action: 'account.end_sessions',
      detail: { session: sessionId },
      async act(tx, { user }) {
        if (!(await findOwnSession(tx, user.id, sessionId))) throw notFound('session');
        return (await endSession(tx, sessionId, 'revoked')) !== undefined;
      },
    }),
    changeRole: (role: Schemas['PlatformRole']): UserAction => ({
      ability: 'change_role',
      action: 'account.change_role',
      detail: (before) => ({ from: before.role, to: role }),
      async act(tx, locked) {
        const { user, request } = locked;
        if (user.role === role) return false;
        if (role === 'super_admin') requireActiveAccount(user);
        requireAnotherSuperAdmin(locked);
        await setPlatformRole(tx, user.id, role);
        // A former super admin may not impersonate anyone, and a super admin may not be impersonated.
        if (user.role === 'super_admin' || role === 'super_admin') await endImpersonationsInvolving(tx, user.id);
        await mailUser(tx, user, platformRoleEmail(appLink(config, '/', ownPort(request, deps)), role));
        return true;
      },
    }),
  } satisfies Record<string, UserAction | ((value: never) => UserAction)>;

  async function mailUser(tx: Tx, { email }: PlatformUserRow, content: Parameters<typeof queueMail>[2]['content']): Promise<void> {
    if (email !== null) await queueMail(deps, tx, { key: `account:${uuid7()}`, to: email, content });
  }
}

interface UserActionCall {
  viewer: Viewer;
  request: FastifyRequest;
}

/**
 * Locks the users together with the viewer, and reads the viewer’s current permissions.
 * @throws {Problem} 403 if the viewer may no longer manage users
 */
async function lockAll(tx: Tx, asking: Viewer, ids: readonly string[]) {
  const superAdmins = await lockUsers(tx, [asking.userId, ...ids]);
  const asker = await findPerson(tx, asking.userId);
  if (!asker || asker.disabledAt) throw forbidden(ONLY_USER_MANAGERS);
  const viewer = toViewer(asker, asking.sessionId);
  if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
  const people = await findPlatformUsers(tx, ids);
  return { viewer, superAdmins, people: new Map(people.map((user) => [user.id, user])) };
}

async function perform(
  tx: Tx,
  { viewer, request }: UserActionCall,
  locked: LockedUser,
  { action, act, detail }: UserAction,
): Promise<boolean> {
  if (!(await act(tx, locked))) return false;
  await notifyPerson(tx, locked.user.id);
  const subject = { subjectType: 'user', subjectId: locked.user.id };
  const values = typeof detail === 'function' ? detail(locked.user) : detail;
  await audit(tx, { action, actorId: viewer.userId, ...subject, request, ...(values && { detail: values }) });
  return true;
}

/** @throws {Problem} 403, 404, or a problem of the action */
async function applyUserAction(tx: Tx, asked: UserActionCall, userId: string, what: UserAction): Promise<void> {
  const { viewer, superAdmins, people } = await lockAll(tx, asked.viewer, [userId]);
  const user = people.get(userId.toLowerCase());
  if (!user) throw notFound('person');
  if (user.email === null && (what.ability === 'change_role' || what.ability === 'verify')) throw notForGuests();
  if (!canChangeUser(viewer, user, what.ability)) throw forbidden(refusalToChange(viewer, user));
  await perform(tx, asked, { user, superAdmins, request: asked.request }, what);
}

const refusalToChange = (viewer: Viewer, user: PlatformUserRow): string =>
  user.id === viewer.userId ? 'Change your own account in your settings, or ask another super admin.' : ONLY_SUPER_ADMINS;

type Result = Schemas['BulkUserResult'];

/** Applies the action to each user independently, in the order of the request. */
async function applyUserActionToMany(tx: Tx, asked: UserActionCall, ids: readonly string[], what: UserAction): Promise<Result[]> {
  const locked = await lockAll(tx, asked.viewer, ids);
  const { viewer, people } = locked;
  let { superAdmins } = locked;
  const skipped = (id: string, reason: NonNullable<Result['reason']>): Result => ({ id, outcome: 'skipped', reason });

  async function one(id: string): Promise<Result> {
    const user = people.get(id.toLowerCase());
    if (!user) return skipped(id, 'not_found');
    if (user.id === viewer.userId) return skipped(id, 'own_account');
    if (user.email === null && what.ability === 'verify') return skipped(id, 'guest');
    if (!canChangeUser(viewer, user, what.ability)) return skipped(id, 'not_allowed');
    const isLast = superAdmins.length === 1 && superAdmins.includes(id);
    if (what.action === 'account.suspend' && isLast) return skipped(id, 'last_super_admin');
    if (!(await perform(tx, asked, { user, superAdmins, request: asked.request }, what))) return skipped(id, 'nothing_to_do');
    if (what.action === 'account.suspend') superAdmins = superAdmins.filter((other) => other !== id);
    return { id, outcome: 'done', reason: null };
  }

  const results: Result[] = [];
  for (const id of ids) results.push(await one(id));
  return results;
}

const roleLabels: Record<components['schemas']['PlatformRole'], string> = {
  super_admin: 'Super admin',
  admin: 'Platform admin',
  user: 'User',
};

const csvColumns: CsvColumns<PlatformUserRow> = {
  Name: ({ firstName, lastName }) => fullName(firstName, lastName),
  Email: ({ email }) => email,
  Role: ({ email, role }) => (email === null ? 'No account' : roleLabels[role]),
  Status: ({ disabledAt }) => (disabledAt ? 'Suspended' : 'Active'),
  'Email confirmed': ({ email, isVerified }) => (email === null ? null : isVerified ? 'Yes' : 'No'),
  'Organizations run': ({ organizationsRun }) => organizationsRun,
  'Since (UTC)': ({ createdAt }) => csvTime(createdAt),
  'Last seen (UTC)': ({ lastSeenAt }) => csvTime(lastSeenAt),
  ID: ({ id }) => id,
};

export function userExportCall({ db }: Pick<Deps, 'db'>) {
  return {
    async exportUsers({ viewer, query, request }) {
      if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
      const { sort = '-created_at', ...filter } = query;
      // Audited because personal data leaves the server.
      await audit(db, { action: 'account.export_people', actorId: viewer.userId, subjectType: 'platform', detail: query, request });
      const rows = allRows((page) => platformUserOrder.page({ ...page, sort }, (range) => listUsers(db, filter, range)));
      return csvAnswer(['people'], csvColumns, rows);
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
