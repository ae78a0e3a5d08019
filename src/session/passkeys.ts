// Passkeys: what the browser is asked for, and who is in by it. Rare, and a library of its own, so it comes by `import()` when it is needed.
import { sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { components } from '#openapi/api.ts';
import { RefusedHere } from '#src/lib/refused-here.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import { underSessionLock } from '#src/transport/refresh.ts';
import { forgetGuest } from './guests.ts';
import { enter, mustFinishLogout } from './sign-in.ts';
import { session, type Snapshot } from './store.ts';

type Schemas = components['schemas'];

/** @throws ApiError (`unknown_passkey`, `passkey_refused`, `challenge_expired`, `account_disabled`), NetworkError, RefusedHere */
export async function loginWithPasskey(rememberMe: boolean): Promise<Snapshot> {
  await mustFinishLogout();
  const options = unwrap(await api.POST('/api/v1/auth/login/passkey/options'));
  // Not under the lock: the person looks for their finger or their phone.
  const passkey = await sign(options);
  try {
    return await underSessionLock(async () => {
      const body = { passkey, remember_me: rememberMe };
      const { user, access_token } = unwrap(await api.POST('/api/v1/auth/login/passkey', { body }));
      return enter(user, access_token);
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unknown_passkey') await noteUnknown(options.rpId, passkey.id);
    throw error;
  }
}

/** What takes the place of a password, where one is asked for once more. */
export async function proveByPasskey(): Promise<Schemas['PasskeyAssertion']> {
  return sign(unwrap(await api.POST('/api/v1/auth/passkeys/proof')));
}

export async function addPasskey(name: string, proof: Schemas['OwnerProofRequest']): Promise<Schemas['Passkey']> {
  const options = unwrap(await api.POST('/api/v1/auth/passkeys/options', { body: proof }));
  return unwrap(await api.POST('/api/v1/auth/passkeys', { body: { name, passkey: await make(options) } }));
}

/** @throws ApiError (`email_taken`, `not_a_guest`, …), NetworkError, RefusedHere */
export async function upgradeGuestByPasskey(person: Omit<Schemas['PasskeyUpgradeRequest'], 'passkey'>): Promise<void> {
  const options = unwrap(await api.POST('/api/v1/auth/upgrade/passkey/options', { body: { email: person.email } }));
  const passkey = await make(options);
  const user = unwrap(await api.POST('/api/v1/auth/upgrade/passkey', { body: { ...person, passkey } }));
  await session.signIn(user);
  await forgetGuest(user.id);
}

async function sign(optionsJSON: Schemas['PasskeyRequestOptions']): Promise<Schemas['PasskeyAssertion']> {
  const { id, response } = await asked(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } };
}

async function make(optionsJSON: Schemas['PasskeyCreationOptions']): Promise<Schemas['PasskeyAttestation']> {
  const { id, response } = await asked(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, type: 'public-key', response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

const refusals: Record<string, string> = {
  NotAllowedError: 'Couldn’t confirm. It was canceled, timed out, or this device has no passkey for this site.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address.',
};

/** What browsers call their refusals says little; none of them is the app's fault. */
async function asked<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new RefusedHere(refusals[name] ?? 'Your browser couldn’t use a passkey. Try again.', { cause: error });
  }
}

/** So that it is offered no more. Browsers that cannot tell their passwords' keeper go on offering it. */
async function noteUnknown(rpID: string, credentialID: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID, credentialID });
  } catch (error) {
    console.warn('The browser cannot forget a passkey that is not known any more', error);
  }
}
