// What a membership lets its person do: the flags of its role, as the organization changed them for this member.
import type { components } from '#openapi/api.ts';
import type { PermissionFlag } from '#server/db/schema/accounts.ts';

type Schemas = components['schemas'];
export type MemberFlag = keyof Schemas['MemberFlags'];
/** Which flags a role has, as the table says. */
export type RoleFlags = readonly { role: Schemas['Role']; flag: PermissionFlag }[];
/** Against the role's flags. */
export type FlagOverrides = Partial<Record<PermissionFlag, boolean>> | null;

/** Whatever an organization writes into an override, the platform's own flags come from the platform's roles only. */
const memberFlags = ['manage_org_members', 'manage_org_settings', 'view_events', 'participate_events'] as const satisfies MemberFlag[];

export const isMemberFlag = (flag: string): boolean => (memberFlags as readonly string[]).includes(flag);

/** What an organization took away from somebody, against their role: it stays when they come back. What it gave is given anew, or not. */
export const revokedFlagsOf = (overrides: FlagOverrides): FlagOverrides => {
  const limits = Object.entries(overrides ?? {}).filter(([, isGiven]) => !isGiven);
  return limits.length > 0 ? Object.fromEntries(limits) : null;
};

export function flagsOfMember(table: RoleFlags, role: Schemas['MemberRole'], overrides: FlagOverrides): Schemas['MemberFlags'] {
  const ofRole = new Set(table.filter((row) => row.role === role).map((row) => row.flag));
  return Object.fromEntries(memberFlags.filter((flag) => overrides?.[flag] ?? ofRole.has(flag)).map((flag) => [flag, true]));
}
