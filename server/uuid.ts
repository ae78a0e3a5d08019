import { randomUUID } from 'node:crypto';

/** As the contract has them: in lower case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * A new UUID version 7 (RFC 9562): ordered by time, so that indexes grow at their end. The random part is that of a version 4 UUID, which Node
 * pregenerates.
 */
export function uuid7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** When a UUID version 7 was made, in milliseconds since 1970; NaN for other texts. */
export const timeOfUuid7 = (id: string): number =>
  isUuid(id) && id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN;
