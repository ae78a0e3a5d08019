import { optionsOf } from '#src/lib/list-query.ts';
import { nameOrEmail } from '#src/session/person-words.ts';
import type { PlatformRole, PlatformUser } from './queries.ts';

export const platformRoleWords: Record<PlatformRole, string> = { user: 'User', admin: 'Platform admin', super_admin: 'Super admin' };
export const platformRoleOptions = optionsOf(platformRoleWords);

export const userName = ({ first_name: first, last_name: last, email }: PlatformUser): string =>
  nameOrEmail({ name: `${first} ${last}`.trim(), email });
