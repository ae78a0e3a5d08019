// How the person who is logged in is called: most by their address, people without an account by their name.
import type { Snapshot } from './store.ts';

type User = Pick<Snapshot['user'], 'email' | 'first_name' | 'last_name'>;

/** Without an account: known to the server by the key on this phone alone. */
export const isGuest = ({ email }: Pick<User, 'email'>): boolean => email === null;

/** A session that an earlier release left on this phone knows no names. */
export const personName = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(' ');

/** What tells this person from others who use this phone. */
export const labelOf = (user: User): string => user.email ?? `${personName(user)} (no account)`;
