// Passkeys. Rarely used and with its own library, so this is loaded with `import()`.
import { sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { components } from '#openapi/api.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import { withSessionLock } from '#src/transport/refresh.ts';
import { forgetGuest } from './guests.ts';
import { completeSignIn, ensureLogoutFinished } from './sign-in.ts';
import { session, type Snapshot } from './store.ts';

type Schemas = components['schemas'];

/** @throws ApiError (`unknown_passkey`, `passkey_refused`, `challenge_expired`, `account_disabled`), NetworkError, UserFacingError */
export async function loginWithPasskey(rememberMe: boolean): Promise<Snapshot> {
  await ensureLogoutFinished();
  const options = unwrap(await api.POST('/api/v1/auth/login/passkey/options'));
  // Not under the lock, because the user has to confirm.
  const passkey = await getAssertion(options);
  try {
    return await withSessionLock(async () => {
      const body = { passkey, remember_me: rememberMe };
      const { user, access_token } = unwrap(await api.POST('/api/v1/auth/login/passkey', { body }));
      return completeSignIn(user, access_token);
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unknown_passkey') await signalUnknownCredential(options.rpId, passkey.id);
    throw error;
  }
}

/** Replaces the password where it is asked for again. */
export async function reauthenticateWithPasskey(): Promise<Schemas['PasskeyAssertion']> {
  return getAssertion(unwrap(await api.POST('/api/v1/auth/passkeys/proof')));
}

export async function addPasskey(name: string, proof: Schemas['OwnerProofRequest']): Promise<Schemas['Passkey']> {
  const options = unwrap(await api.POST('/api/v1/auth/passkeys/options', { body: proof }));
  return unwrap(await api.POST('/api/v1/auth/passkeys', { body: { name, passkey: await createCredential(options) } }));
}

/** @throws ApiError (`email_taken`, `not_a_guest`, …), NetworkError, UserFacingError */
export async function upgradeGuestWithPasskey(person: Omit<Schemas['PasskeyUpgradeRequest'], 'passkey'>): Promise<void> {
  const options = unwrap(await api.POST('/api/v1/auth/upgrade/passkey/options', { body: { email: person.email } }));
  const passkey = await createCredential(options);
  const user = unwrap(await api.POST('/api/v1/auth/upgrade/passkey', { body: { ...person, passkey } }));
  await session.signIn(user);
  await forgetGuest(user.id);
}

async function getAssertion(optionsJSON: Schemas['PasskeyRequestOptions']): Promise<Schemas['PasskeyAssertion']> {
  const { id, response } = await withErrorMessages(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } };
}

async function createCredential(optionsJSON: Schemas['PasskeyCreationOptions']): Promise<Schemas['PasskeyAttestation']> {
  const { id, response } = await withErrorMessages(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, type: 'public-key', response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

const errorMessages: Record<string, string> = {
  NotAllowedError: 'Couldn’t confirm. It was canceled, timed out, or this device has no passkey for this site.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address.',
};

/** Browser errors are not specific; none of them is a bug of the app. */
async function withErrorMessages<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new UserFacingError(errorMessages[name] ?? 'Your browser couldn’t use a passkey. Try again.', { cause: error });
  }
}

/** So that the browser no longer offers it. Browsers without this signal keep offering it. */
async function signalUnknownCredential(rpID: string, credentialID: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID, credentialID });
  } catch (error) {
    console.warn('The browser could not be told about an unknown passkey', error);
  }
}
