// What a good call is, and what each role may expect of an event's operations: docs/product.md, Organizations and events.
import type { CallOptions } from '#tests/support/api.ts';
import { resolve, type Json, type Media, type Row } from '#tests/support/contract.ts';
import { relations, takesPart, type RoleName, type Fixture } from './fixture.ts';

export interface GoodCall {
  path: string;
  options: CallOptions;
  /** Statuses that this role may get. */
  expected: number[];
}

/** A good call as a table states it. The path defaults to the contract's, a JSON body to the example in the contract. */
type CallOf = Omit<GoodCall, 'path' | 'options'> & Partial<GoodCall>;

export type GoodCalls = Record<string, (w: Fixture, role: RoleName) => Promise<CallOf> | CallOf>;

/** The good call of an operation for a role, with its defaults filled in. */
export function completeCall({ path, operation }: Row, call: CallOf): GoodCall {
  const options = { ...call.options };
  const example = exampleOf(operation.requestBody?.content['application/json']);
  if (example !== undefined && options.body === undefined) options.json ??= example;
  return { path, ...call, options };
}

function exampleOf(media: Media | undefined): Json | undefined {
  return media && (media.example ?? (media.schema && resolve(media.schema).example));
}

export const isSignedIn = (role: RoleName) => role !== 'nobody';
export const isOrganization = (role: RoleName) => relations[role] === 'organization';

/** 401 without a session, 404 if the event must not be revealed, `otherwise` for those who may only view. */
export function forEvent(w: Fixture, role: RoleName, fine: number, otherwise: number): number[] {
  if (!isSignedIn(role)) return [401];
  if (takesPart(role)) return [fine];
  const looks = relations[role] === 'looks-at-public' && w.event.type === 'public';
  return looks ? [otherwise] : [404];
}

/** What only those may who run the event: a participant knows that it is there and is refused, to others it is not there. */
export function forOrganization(role: RoleName, fine: number): number[] {
  if (!isSignedIn(role)) return [401];
  if (isOrganization(role)) return [fine];
  return [relations[role] === 'participant' ? 403 : 404];
}

/** What only those may who manage an organization's members: its other people are refused, those who manage all organizations as well. */
export function forAdmins(role: RoleName, fine: number, member = 403): number[] {
  if (!isSignedIn(role)) return [401];
  if (role === 'owner') return [fine];
  if (role === 'member') return [member];
  return ['admin', 'super'].includes(role) ? [403] : [404];
}

/** Only for super administrators, whatever the caller's other roles. */
export const forSuper = (role: RoleName, fine = 200): number[] => [isSignedIn(role) ? (role === 'super' ? fine : 403) : 401];
