// What becomes of a photo when a moderator decides on it. Pure.
import type { PhotoFacts } from '#server/photos/policy.ts';

export interface ModerationDecision {
  /** Who decides. */
  by: string;
  status: PhotoFacts['status'];
  /** The status the moderator saw; left out, the photo moves whatever it is. */
  expected?: PhotoFacts['status'] | undefined;
  /** For the author of a rejected photo; left out, what was told before stays. */
  reason?: string | null | undefined;
}

type Decidable = Pick<PhotoFacts, 'status'> & { moderatedBy: string | null; rejectionReason: string | null };

/**
 * `move`: it takes the wished status. `explain`: only the reason changes. `keep`: it stands there already, by the same wish sent twice or
 * without an expectation. `conflict`: somebody else decided meanwhile.
 */
export function resolveDecision(photo: Decidable, wish: ModerationDecision): 'move' | 'explain' | 'keep' | 'conflict' {
  const isThere = photo.status === wish.status;
  const saw = wish.expected ?? photo.status;
  // Their own decision arriving twice, or one taken back already, is nobody else's.
  const isTheirs = isThere && (wish.status === 'pending' || photo.moderatedBy === wish.by);
  if (photo.status !== saw && !isTheirs) return 'conflict';
  if (!isThere) return 'move';
  const saysElse = wish.reason !== undefined && wish.reason !== photo.rejectionReason;
  return wish.status === 'rejected' && saysElse ? 'explain' : 'keep';
}

/** As it is told to the author: null for nothing but spaces. */
export function normalizeReason(reason: string | undefined): string | null | undefined {
  return reason === undefined ? undefined : reason.trim() || null;
}
