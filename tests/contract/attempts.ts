// Which wrong calls are sent: in the full tests all, in the core tests each kind once, and each part of each operation at least once.
import { createHash } from 'node:crypto';
import { resolve, type Row, type Schema } from '#tests/support/contract.ts';
import { isFullTier } from '#tests/support/tier.ts';
import type { RoleName } from './fixture.ts';

/** A call with one part wrong. */
export interface Attempt {
  /** The same for all calls that the same code refuses, whatever the operation. Missing where the operation's own code may answer. */
  kind?: string;
  send: () => Promise<unknown>;
}

/** The operation's ID decides, so each run takes the same samples. */
export const hashOf = ({ id }: Row) => createHash('sha256').update(id).digest()[0]!;

const strictFormats = ['uuid', 'email', 'time-zone'];

/** Whether a schema takes only values of its own form, and refuses this text, such as `<script>`. */
export function isStrict(given: Schema, text: string): boolean {
  const { type = [], enum: list, format = '' } = resolve(given);
  if (format === 'date-time') return !/^\d{4}-/.test(text);
  return list !== undefined || strictFormats.includes(format) || ![type].flat().includes('string');
}

/** The operation that sends the attempts of a kind: the first one with it. */
const senders = new Map<string, string>();

function isOwn({ kind }: Attempt, { id }: Row): boolean {
  if (kind === undefined) return true;
  if (!senders.has(kind)) senders.set(kind, id);
  return senders.get(kind) === id;
}

/**
 * What is sent of the attempts at each part. An operation sends the kinds of which it is the first in the contract. If a part has none of those, it
 * sends one of the others. Roles except the member send a quarter, and without a session one call, which is refused before its input is read.
 */
export function tried(role: RoleName, row: Row, ofParts: Attempt[][]): (() => Promise<unknown>)[] {
  if (isFullTier) return ofParts.flat().map(({ send }) => send);
  const hash = hashOf(row);
  const calls = ofParts
    .flatMap((attempts) => {
      const own = attempts.filter((attempt) => isOwn(attempt, row));
      return own.length > 0 ? own : attempts.slice(hash % attempts.length).slice(0, 1);
    })
    .map(({ send }) => send);
  if (role === 'member') return calls;
  return role === 'nobody' ? calls.slice(0, 1) : calls.filter((_, index) => index % 4 === hash % Math.min(4, calls.length));
}
