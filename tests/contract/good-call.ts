// What a good call is, and what each role may expect of an event's operations: docs/product.md B2.3.
import type { CallOptions } from '#tests/support/api.ts';
import { relations, takesPart, type RoleName, type World } from './world.ts';

export interface GoodCall {
  path: string;
  options: CallOptions;
  /** Statuses that this role may get. */
  expected: number[];
}

export type GoodCalls = Record<string, (w: World, role: RoleName) => Promise<GoodCall> | GoodCall>;

export const isSignedIn = (role: RoleName) => role !== 'nobody';
export const isOrganization = (role: RoleName) => relations[role] === 'organization';

/** 401 for nobody, 404 where the event must not even be known, `otherwise` for who only looks. */
export function forEvent(w: World, role: RoleName, fine: number, otherwise: number): number[] {
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

/** What only super administrators may, whatever others are to it. */
export const forSuper = (role: RoleName, fine = 200): number[] => [isSignedIn(role) ? (role === 'super' ? fine : 403) : 401];
