// What people are called: who is logged in by their address mostly, people without an account by their name.
import type { Snapshot } from './store.ts';

type User = Pick<Snapshot['user'], 'email' | 'first_name' | 'last_name'>;

/** Without an account: known to the server by the key on this phone alone. */
export const isGuest = ({ email }: Pick<User, 'email'>): boolean => email === null;

/** A session that an earlier release left on this phone knows no names. */
export const fullName = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(' ');

/** What somebody else is called. A name may be empty; only people without an account have no address. */
export const nameOrEmail = ({ name, email }: { name: string; email: string | null }): string => name || email || 'No account';

/** What tells this person from others who use this phone. */
export const accountLabel = (user: User): string => user.email ?? `${fullName(user)} (no account)`;
