// A push service of our own, as RFC 8030 says: it takes a POST only with a signature of whom the device was turned on for (VAPID, RFC 8292), and
// opens what came with the keys of the device (RFC 8291), which here lie with the test and not in a browser.
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';

export interface PushDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface ReceivedPush {
  device: string;
  headers: IncomingHttpHeaders;
  /** Decrypted. */
  text: string;
  /** Whom the signature names. */
  subject: string | undefined;
}

export interface PushService {
  url: string;
  /** @param serverKey the public key of the server that alone may push to it */
  subscribe(serverKey: string): PushDevice;
  /** Those that were taken, in order. */
  received: ReceivedPush[];
  /** Why those were turned down that were not signed or encrypted as they must be. */
  refused: string[];
  /** What is answered in place of 201, whatever comes; null: as it should be. */
  answerWith(status: number | null): void;
  /** How often something was asked of it. */
  asked(): number;
  close(): Promise<void>;
}

interface KnownDevice {
  ecdh: ECDH;
  auth: Buffer;
  serverKey: string;
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, KnownDevice>();
  const received: ReceivedPush[] = [];
  const refused: string[] = [];
  let status: number | null = null;
  let asked = 0;

  async function take(request: IncomingMessage, origin: string): Promise<number> {
    const body = await buffer(request);
    if (status !== null) return status;
    const endpoint = `${origin}${request.url}`;
    const device = devices.get(endpoint);
    if (request.method !== 'POST' || !device) return 404;
    const subject = await verify(request.headers.authorization ?? '', origin, device.serverKey);
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('it is not aes128gcm');
    if (!/^\d+$/.test(request.headers.ttl?.toString() ?? '')) throw new Error('it has no TTL (RFC 8030, 5.2)');
    received.push({ device: endpoint, headers: request.headers, text: decrypt(body, device), subject });
    return 201;
  }

  const server = createServer((request, response) => {
    asked += 1;
    take(request, url).then(
      // Only the status says anything: what follows it is nobody's to read.
      (code) => response.writeHead(code, { 'content-encoding': 'gzip' }).write('no gzip, and no end'),
      (error: unknown) => {
        refused.push(String(error));
        response.writeHead(403).end(String(error));
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    received,
    refused,
    asked: () => asked,
    answerWith: (next) => void (status = next),
    subscribe(serverKey) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16);
      const endpoint = `${url}/device/${randomUUID()}`;
      devices.set(endpoint, { ecdh, auth, serverKey });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The subject of a token that the key's owner signed for this push service, for at most a day. @throws otherwise */
async function verify(authorization: string, origin: string, serverKey: string): Promise<string | undefined> {
  const [, token, key] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (token === undefined || key === undefined) throw new Error('it is not signed (RFC 8292, 3)');
  if (key !== serverKey) throw new Error('it is signed by another than the device was turned on for');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'], requiredClaims: ['exp'] });
  if ((payload.exp ?? 0) > Date.now() / 1000 + 24 * 3600 + 60) throw new Error('it is signed for more than a day');
  return payload.sub;
}

const TAG_BYTES = 16;

/** One record, as RFC 8188 has it. @throws when it is for another device, or was changed */
function decrypt(body: Buffer, { ecdh, auth }: KnownDevice): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (body.length > 4096 || record.length > body.readUInt32BE(16)) throw new Error('it is more than one record');
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = hkdf(ecdh.computeSecret(senderKey), auth, about, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('its last record does not end as it must');
  return padded.subarray(0, end).toString();
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
