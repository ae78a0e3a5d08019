import { toOptions } from '#src/lib/list-query.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import type { PlatformRole, PlatformUser } from './queries.ts';

export const platformRoleLabels: Record<PlatformRole, string> = { user: 'User', admin: 'Platform admin', super_admin: 'Super admin' };
export const platformRoleOptions = toOptions(platformRoleLabels);

export const userName = ({ first_name: first, last_name: last, email }: PlatformUser): string =>
  nameOrEmail({ name: `${first} ${last}`.trim(), email });
