// The permissions of roles, edited by super admins.
import type { components } from '#openapi/api.ts';
import { canChangePermission, canManagePermissions, changeableFlags } from '#server/accounts/policy.ts';
import {
  countAffectedPeople,
  countPeopleOfRoles,
  lockRolePermissions,
  listRolePermissions,
  setRolePermission,
} from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { PermissionFlag } from '#server/db/schema/accounts.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, ONLY_SUPER_ADMINS } from '#server/http/problem.ts';
import { notifyTopic, ROLES_TOPIC } from '#server/live/topics-repository.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

const roles = Object.keys(changeableFlags) as Schemas['Role'][];

export function permissionCalls({ db }: Pick<Deps, 'db'>) {
  async function readTable(from: Queryable): Promise<Schemas['RolePermissions']> {
    const [table, people] = await Promise.all([listRolePermissions(from), countPeopleOfRoles(from)]);
    return {
      roles: roles.map((role) => ({
        role,
        people: people.get(role) ?? 0,
        flags: table.filter((row) => row.role === role).map(({ flag }) => flag),
        changeable: [...changeableFlags[role]],
      })),
    };
  }

  return {
    async getPermissions({ viewer }) {
      if (!canManagePermissions(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
      return { status: 200, body: await readTable(db) };
    },

    async previewPermission({ viewer, body: { role, flag, granted } }) {
      if (!canChangePermission(viewer, role, flag)) throw forbidden(refusalOf(viewer, role, flag));
      const table = await listRolePermissions(db);
      const isSo = table.some((row) => row.role === role && row.flag === flag) === granted;
      return { status: 200, body: { people: isSo ? 0 : await countAffectedPeople(db, role, flag) } };
    },

    async changePermission({ viewer, body: { role, flag, granted }, request }) {
      if (!canChangePermission(viewer, role, flag)) throw forbidden(refusalOf(viewer, role, flag));
      await db.transaction(async (tx) => {
        const now = await lockPlatformRights(tx, viewer);
        if (!canChangePermission(now, role, flag)) throw forbidden(refusalOf(now, role, flag));
        await lockRolePermissions(tx);
        const people = await countAffectedPeople(tx, role, flag);
        if (!(await setRolePermission(tx, role, flag, granted))) return;
        await notifyTopic(tx, ROLES_TOPIC, 0);
        const subject = { subjectType: 'role', subjectId: role };
        const action = granted ? 'role.grant' : 'role.revoke';
        await audit(tx, { action, actorId: viewer.userId, ...subject, request, detail: { flag, people } });
      });
      return { status: 200, body: await readTable(db) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

function refusalOf(viewer: Viewer, role: Schemas['Role'], flag: PermissionFlag): string {
  if (!canManagePermissions(viewer)) return ONLY_SUPER_ADMINS;
  if (role === 'super_admin') return 'Super admins can do everything. This can’t be changed.';
  return flag === 'all' ? 'Only super admins can have full access.' : 'This role can’t have this permission.';
}
