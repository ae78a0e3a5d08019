// WebAuthn ceremonies. User verification (PIN, fingerprint or face) is required, so a passkey counts as two factors.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import {
  consumePasskeyChallenge,
  findPasskeyByCredential,
  isChallengeOpen,
  issuePasskeyChallenge,
  listOwnPasskeys,
  lockSignInMethods,
  markPasskeyUsed,
  type PasskeyIntent,
  type PasskeyRow,
} from '#server/accounts/credentials-repository.ts';
import type { Config } from '#server/config.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { ownOrigin } from '#server/http/origin.ts';
import { Problem } from '#server/http/problem.ts';
import { readSettings } from '#server/settings/repository.ts';

interface RelyingParty {
  /** WebAuthn’s `rp.id`. */
  id: string;
  /** Accepted origins. */
  origins: string[];
}

type Settings = Pick<Config, 'publicUrl' | 'webOrigins' | 'passkeyDomain'>;

/**
 * The domain that passkeys are bound to: that of the calling page if it is a configured origin, else that of the configured address.
 * The `Host`
 * header counts only if no address is configured. An authenticator uses a passkey only on its domain, which defeats phishing pages.
 */
function relyingPartyOf(request: FastifyRequest, { publicUrl, webOrigins, passkeyDomain }: Settings): RelyingParty {
  const own = ownOrigin(request, publicUrl);
  const origins = [own, ...webOrigins];
  const page = origins.find((origin) => origin === request.headers.origin) ?? own;
  return { id: passkeyDomain ?? (URL.canParse(page) ? new URL(page).hostname : 'localhost'), origins };
}

type Schemas = components['schemas'];

/** Time to find the authenticator and confirm. */
const CEREMONY_TIMEOUT_MS = 120_000;
/** EdDSA, ES256 and RS256, which cover common authenticators. */
const ALGORITHMS = [-8, -7, -257];

interface PasskeyOwner {
  id: string;
  email: string;
  name: string;
}

/** A verified credential, ready to be stored. */
type NewPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'deviceType' | 'isBackedUp'>;

interface VerifiedPasskey {
  owner: { id: string; passwordHash: string; disabledAt: Date | null };
  passkeyId: string;
  /** Consumes the challenge. @throws {Problem} if another request consumed it first */
  consume(tx: Tx): Promise<void>;
}

export type PasskeyCeremonies = ReturnType<typeof passkeyCeremonies>;

export function passkeyCeremonies({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>) {
  /** The signed challenge, if it is open for this purpose. */
  async function challengeIn(clientDataJSON: string, intent: PasskeyIntent): Promise<string> {
    const challenge = await judge(() => decodeClientDataJSON(clientDataJSON).challenge);
    if (typeof challenge !== 'string') throw refused();
    if (!(await isChallengeOpen(db, challenge, intent))) throw challengeExpired();
    return challenge;
  }

  /** The library throws various errors for invalid input. The log gets the reason; the user gets one message for all. */
  async function judge<T>(verify: () => T | Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused');
      throw refused();
    }
  }

  return {
    /** @param owner the name that password managers show */
    async creationOptions(request: FastifyRequest, owner: PasskeyOwner): Promise<Schemas['PasskeyCreationOptions']> {
      const challenge = await issuePasskeyChallenge(db, { purpose: 'create', userId: owner.id });
      const { name: rpName } = await readSettings(db);
      const options = await generateRegistrationOptions({
        rpName,
        rpID: relyingPartyOf(request, config).id,
        userID: userHandleOf(owner.id),
        userName: owner.email,
        userDisplayName: owner.name || owner.email,
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
        timeout: CEREMONY_TIMEOUT_MS,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return {
        rp: { id: options.rp.id ?? '', name: rpName },
        user: options.user,
        challenge: options.challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CEREMONY_TIMEOUT_MS,
        excludeCredentials: (await listOwnPasskeys(db, owner.id)).map(describeCredential),
        // A login without a user name needs a discoverable credential.
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      };
    },

    /** For a login, any credential for this site; otherwise one of this user’s. */
    async requestOptions(request: FastifyRequest, intent: PasskeyIntent): Promise<Schemas['PasskeyRequestOptions']> {
      const own = intent.userId === null ? [] : await listOwnPasskeys(db, intent.userId);
      const challenge = await issuePasskeyChallenge(db, intent);
      const options = await generateAuthenticationOptions({
        rpID: relyingPartyOf(request, config).id,
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
        timeout: CEREMONY_TIMEOUT_MS,
        userVerification: 'required',
      });
      return {
        challenge: options.challenge,
        rpId: options.rpId ?? '',
        timeout: CEREMONY_TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: own.map(describeCredential),
      };
    },

    /**
     * Verifies a new credential of this user.
     * @throws {Problem} 410 `challenge_expired`, 422 `passkey_refused`
     */
    async verifyMade(
      request: FastifyRequest,
      userId: string,
      made: Schemas['PasskeyAttestation'],
    ): Promise<{ passkey: NewPasskey; take(tx: Queryable): Promise<void> }> {
      const intent: PasskeyIntent = { purpose: 'create', userId };
      const challenge = await challengeIn(made.response.clientDataJSON, intent);
      const { id, origins } = relyingPartyOf(request, config);
      const { registrationInfo: info } = await judge(() =>
        verifyRegistrationResponse({
          response: { ...made, rawId: made.id, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: origins,
          expectedRPID: id,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (!info) throw refused();
      return {
        passkey: {
          credentialId: info.credential.id,
          publicKey: Buffer.from(info.credential.publicKey),
          counter: info.credential.counter,
          transports: made.response.transports ?? [],
          deviceType: info.credentialDeviceType,
          isBackedUp: info.credentialBackedUp,
        },
        take: (tx) => consumeChallengeOrThrow(tx, challenge, intent),
      };
    },

    /**
     * Verifies an assertion and finds its owner. For a proof, it must be a passkey of the given user.
     * @throws {Problem} 410 `challenge_expired`, 422 `unknown_passkey`, 422 `passkey_refused`
     */
    async verifyUse(request: FastifyRequest, intent: PasskeyIntent, used: Schemas['PasskeyAssertion']): Promise<VerifiedPasskey> {
      const challenge = await challengeIn(used.response.clientDataJSON, intent);
      const found = await findPasskeyByCredential(db, used.id);
      if (!found || (intent.userId !== null && found.passkey.userId !== intent.userId)) throw unknownPasskey();
      const { passkey, passwordHash, disabledAt } = found;
      const { userHandle } = used.response;
      if (userHandle && userHandle !== Buffer.from(userHandleOf(passkey.userId)).toString('base64url')) throw refused();
      const { id, origins } = relyingPartyOf(request, config);
      const { verified, authenticationInfo: info } = await judge(() =>
        verifyAuthenticationResponse({
          response: { ...used, rawId: used.id, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: origins,
          expectedRPID: id,
          credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
        }),
      );
      if (!verified) throw refused();
      return {
        owner: { id: passkey.userId, passwordHash, disabledAt },
        passkeyId: passkey.id,
        async consume(tx) {
          // Lock order: the account before its passkeys, as in removal.
          await lockSignInMethods(tx, passkey.userId);
          await consumeChallengeOrThrow(tx, challenge, intent);
          const use = { id: passkey.id, counter: info.newCounter, isBackedUp: info.credentialBackedUp };
          if (!(await markPasskeyUsed(tx, use))) throw refused();
        },
      };
    },
  };
}

async function consumeChallengeOrThrow(tx: Queryable, challenge: string, intent: PasskeyIntent): Promise<void> {
  if (!(await consumePasskeyChallenge(tx, challenge, intent))) throw challengeExpired();
}

/** The WebAuthn user handle: the account’s id, which contains no personal data. */
const userHandleOf = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

const describeCredential = ({ credentialId, transports }: PasskeyRow) => ({ type: 'public-key' as const, id: credentialId, transports });

const refused = () => new Problem(422, 'passkey_refused', 'We couldn’t verify this passkey. Try again.');
const unknownPasskey = () =>
  new Problem(
    422,
    'unknown_passkey',
    'This passkey is no longer registered. Log in another way, and remove it from your password manager.',
  );
const challengeExpired = () => new Problem(410, 'challenge_expired', 'This took too long. Try again.');
