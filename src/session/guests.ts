// Guests have no account; the server knows them by a key stored on this phone. The key is saved before it is first sent, so that a lost
// answer does not create a second guest, and survives a logout: queued photos have no other way to their account.
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { sendJson } from '#src/transport/fetch.ts';
import { unwrap } from '#src/transport/problem.ts';
import { withSessionLock } from '#src/transport/refresh.ts';
import { deletedAccounts, readSessionValue, writeSessionValue, type GuestKey } from '#src/transport/session-db.ts';
import { fullName } from './display-name.ts';
import { completeSignIn, ensureLogoutFinished } from './sign-in.ts';
import { session, type Snapshot } from './store.ts';

type Schemas = components['schemas'];

const KEY_BYTES = 32;

const readKeys = async (): Promise<GuestKey[]> => (await readSessionValue('guestKeys')) ?? [];

/** Guests of this phone that can be resumed, latest first. */
export async function knownGuests(): Promise<GuestKey[]> {
  const gone = await deletedAccounts();
  return (await readKeys()).filter(({ account }) => account !== null && !gone.includes(account)).toReversed();
}

/** The key of an unanswered attempt, else a new one. */
async function keyForNewGuest(): Promise<string> {
  const keys = await readKeys();
  const begun = keys.find(({ account }) => account === null);
  if (begun) return begun.key;
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  await writeSessionValue('guestKeys', [...keys, { key, account: null, name: '' }]);
  return key;
}

async function saveGuestKey(key: string, user: Schemas['SessionUser']): Promise<void> {
  const others = (await readKeys()).filter((one) => one.key !== key);
  await writeSessionValue('guestKeys', [...others, { key, account: user.id, name: fullName(user) }]);
}

/** Updates the stored guest to the current name. */
export async function renameGuest(user: Schemas['SessionUser']): Promise<void> {
  const keys = await readKeys();
  await writeSessionValue(
    'guestKeys',
    keys.map((one) => (one.account === user.id ? { ...one, name: fullName(user) } : one)),
  );
}

async function forgetKeys(isGone: (one: GuestKey) => boolean): Promise<void> {
  await writeSessionValue(
    'guestKeys',
    (await readKeys()).filter((one) => !isGone(one)),
  );
}

/** Removes a guest whose account no longer exists. */
export const forgetGuest = (account: string): Promise<void> => forgetKeys((one) => one.account === account);

export interface GuestJoin {
  code: string;
  /** Undefined if the event does not ask for one, or the guest resumes. */
  name?: string;
  /** The guest to resume. */
  as?: GuestKey;
}

let joining: Promise<Schemas['Event']> | null = null;

/**
 * Joins an event as a guest and signs in. A second call during a running one joins it, because it would create a second guest.
 * @throws ApiError (as joining does; `account_required`, `name_required`), NetworkError
 */
export const joinAsGuest = (guest: GuestJoin): Promise<Schemas['Event']> =>
  (joining ??= signInAsGuest(guest).finally(() => (joining = null)));

async function signInAsGuest({ code, name, as }: GuestJoin): Promise<Schemas['Event']> {
  await ensureLogoutFinished();
  return withSessionLock(async () => {
    const key = as?.key ?? (await keyForNewGuest());
    const body = { code, key, ...(name !== undefined && { name }) };
    const { user, access_token, event } = unwrap(await api.POST('/api/v1/auth/guest', { body, fetch: sendUnderLock }));
    await saveGuestKey(key, user);
    await completeSignIn(user, access_token);
    return event;
  });
}

/** @throws ApiError (`unknown_guest`, `account_disabled`), NetworkError */
export async function resumeGuest({ key }: GuestKey): Promise<Snapshot> {
  await ensureLogoutFinished();
  return withSessionLock(async () => {
    const { data, error, response } = await api.POST('/api/v1/auth/guest/session', { body: { key }, fetch: sendUnderLock });
    // Upgraded to an account, perhaps by another tab, or deleted: the key is no longer valid.
    if (response.status === 404 && error?.code === 'unknown_guest') await forgetKeys((one) => one.key === key);
    const { user, access_token } = unwrap({ data, error, response });
    await saveGuestKey(key, user);
    return completeSignIn(user, access_token);
  });
}

/**
 * Upgrades the signed-in guest to an account, including all their data.
 * @throws ApiError (`email_taken`, `weak_password`, `not_a_guest`), NetworkError
 */
export async function upgradeGuest(body: Schemas['UpgradeRequest']): Promise<void> {
  const user = unwrap(await api.POST('/api/v1/auth/upgrade', { body }));
  await session.signIn(user);
  await forgetKeys(({ account }) => account === user.id);
}

const sendUnderLock = (request: Request) => sendJson(request, { holdsLock: true });
