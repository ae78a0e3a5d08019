// Display names: email addresses for accounts, names for guests.
import type { Snapshot } from './store.ts';

type User = Pick<Snapshot['user'], 'email' | 'first_name' | 'last_name'>;

/** Guests have no account: the server knows them by the key on this phone. */
export const isGuest = ({ email }: Pick<User, 'email'>): boolean => email === null;

/** Sessions of earlier releases have no names. */
export const fullName = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(' ');

/** The display name of another user. Names may be empty; only guests have no address. */
export const nameOrEmail = ({ name, email }: { name: string; email: string | null }): string => name || email || 'No account';

/** Distinguishes the user from others on this phone. */
export const accountLabel = (user: User): string => user.email ?? `${fullName(user)} (no account)`;
