// A passkey authenticator as a browser would use it: it makes keys, counts their uses and signs. What it answers can be made wrong in one point.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const HAS_CREDENTIAL = 0x40;

interface Credential {
  id: Buffer;
  key: KeyObject;
  cose: Uint8Array;
  userHandle: string;
  counter: number;
}

interface Twist {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** Instead of the one that was made. */
  key?: KeyObject;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

export class Authenticator {
  readonly #origin: string;
  readonly #counts: boolean;
  #made: Credential | null = null;

  /** @param counts whether it counts uses; password managers that sync do not */
  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  create(options: Schemas['PasskeyCreationOptions'], twist: Twist = {}): Schemas['PasskeyAttestation'] {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    );
    this.#made = { id: randomBytes(16), key: privateKey, cose, userHandle: options.user.id, counter: 0 };
    const authData = Uint8Array.from(this.#authenticatorData(this.#made, twist.rpId ?? options.rp.id, twist, true));
    const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', authData],
    ]);
    return {
      id: base64url(this.#made.id),
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, twist),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      },
    };
  }

  use(options: Schemas['PasskeyRequestOptions'], twist: Twist = {}): Schemas['PasskeyAssertion'] {
    if (!this.#made) throw new Error('nothing was made yet');
    if (this.#counts) this.#made.counter += 1;
    const authData = this.#authenticatorData(this.#made, twist.rpId ?? options.rpId, twist, false);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, twist);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: base64url(this.#made.id),
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, twist.key ?? this.#made.key)),
        userHandle: twist.userHandle ?? this.#made.userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Twist): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(made: Credential, rpId: string, { isVerified = true, counter = made.counter }: Twist, withKey: boolean): Buffer {
    const flags = Buffer.from([
      USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (this.#counts ? 0 : BACKUP_ELIGIBLE) | (withKey ? HAS_CREDENTIAL : 0),
    ]);
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(counter);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(made.id.length);
    const credential = withKey ? [Buffer.alloc(16), length, made.id, made.cose] : [];
    return Buffer.concat([sha256(rpId), flags, uses, ...credential]);
  }
}
