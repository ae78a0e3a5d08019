import { hex } from './sha256.ts';

/** The timestamp of a UUIDv7 in ms since 1970. */
export const uuid7Time = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** A new UUID version 7 (RFC 9562): 48 bits of milliseconds since 1970, then random bits, so that ids sort by creation time. */
export function uuid7(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(now / 0x10000));
  view.setUint16(4, now % 0x10000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
