import {
  blockHash,
  hashOf,
  listBlocks,
  listHashes,
  readList,
  type Block,
  listExistingEntries,
  readBlockHashes,
} from '#server/audit/audit-repository.ts';
// Verification of the audit log against its seal: the chain of blocks, and the entries of each block.
import { countUnreadableCheckpoints, listMissingCheckpoints, readCheckpoints } from '#server/audit/chain-checkpoints.ts';
import { listWronglyErased } from '#server/audit/erase-repository.ts';
import { findPrunedUntil } from '#server/audit/prune-repository.ts';
import type { Db } from '#server/db/types.ts';

/**
 * `entry_changed`, `entry_missing`, `entry_added` and `entry_erased` (without a deleted account) name an entry. `block_changed`, `block_missing` and
 * `block_forgotten` (pruned before an earlier block, or before its time) name a block, as does `head_missing`: a checkpoint without a matching block.
 * `head_unreadable`: the number of manipulated checkpoint lines, in `block`.
 */
export interface SealFinding {
  kind:
    | 'entry_changed'
    | 'entry_missing'
    | 'entry_added'
    | 'entry_erased'
    | 'block_changed'
    | 'block_missing'
    | 'block_forgotten'
    | 'head_missing'
    | 'head_unreadable';
  block: number;
  entry: number | null;
}

export interface SealCheck {
  blocks: number;
  entries: number;
  /** Sealed once and forgotten since: their time was over. */
  forgotten: number;
  findings: SealFinding[];
  /** Where to go on; null: all of it was looked at. */
  next: number | null;
}

const BLOCKS_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 20_000;
/** Per block, so that a replaced log does not produce a million findings. */
const MAX_FINDINGS = 100;
/** More lines of a flooded file add no information. */
const MAX_CHECKPOINTS = 1000;

/**
 * Verifies the blocks after a number, as many as take about a second.
 * @param dataDir the folder with the checkpoints, which are compared at the end
 * @param behind 0: from the beginning
 */
export async function verifySeal(db: Db, dataDir: string, behind: number): Promise<SealCheck> {
  const check: SealCheck = { blocks: 0, entries: 0, forgotten: 0, findings: [], next: null };
  let previous = (await listBlocks(db, behind - 1, 1)).find(({ number }) => number === behind);
  // The chain cannot be verified after a missing block.
  if (behind > 0 && !previous) check.findings.push({ kind: 'block_missing', block: behind, entry: null });
  const forgottenUntil = await findPrunedUntil(db);
  for (const block of await listBlocks(db, behind, BLOCKS_AT_ONCE)) {
    check.findings.push(...findingsOfChain(previous, block, forgottenUntil));
    if (block.list) check.findings.push(...(await findingsOfEntries(db, previous, { ...block, list: block.list })).slice(0, MAX_FINDINGS));
    check.blocks += 1;
    check[block.list ? 'entries' : 'forgotten'] += block.entries;
    previous = block;
    if (check.entries >= ENTRIES_AT_ONCE) break;
  }
  if (previous && previous.number > behind && (await listBlocks(db, previous.number, 1)).length > 0) check.next = previous.number;
  if (check.next === null) {
    check.findings.push(
      ...(await listMissingCheckpoints(db, await readCheckpoints(dataDir)))
        .slice(0, MAX_CHECKPOINTS)
        .map(({ number: block }) => ({ kind: 'head_missing' as const, block, entry: null })),
    );
    const unreadable = await countUnreadableCheckpoints(dataDir);
    if (unreadable > 0) check.findings.push({ kind: 'head_unreadable', block: unreadable, entry: null });
  }
  return check;
}

function findingsOfChain(previous: Block | undefined, block: Block, forgottenUntil: Date | null): SealFinding[] {
  const found = (kind: SealFinding['kind']): SealFinding => ({ kind, block: block.number, entry: null });
  const isNext = block.number === (previous?.number ?? 0) + 1;
  const isWhole =
    block.hash.equals(blockHash(previous?.hash, block)) &&
    (block.list === null || (block.listHash.equals(hashOf(block.list)) && readList(block.list).length === block.entries));
  const isForgottenWrongly = block.list === null && (previous?.list || forgottenUntil === null || block.lastAt > forgottenUntil);
  return [
    ...(isNext ? [] : [found('block_missing')]),
    ...(isWhole || !isNext ? [] : [found('block_changed')]),
    ...(isForgottenWrongly ? [found('block_forgotten')] : []),
  ];
}

async function findingsOfEntries(db: Db, previous: Block | undefined, block: Block & { list: Buffer }): Promise<SealFinding[]> {
  const sealed = new Map(readList(block.list).map(({ id, hash }) => [id, hash]));
  const found = (kind: SealFinding['kind'], entry: number): SealFinding => ({ kind, block: block.number, entry });
  const findings: SealFinding[] = [];
  for (const { id, hash } of await listHashes(db, previous, block)) {
    const was = sealed.get(id);
    sealed.delete(id);
    if (!was) findings.push(found('entry_added', id));
    else if (!was.equals(hash)) findings.push(found('entry_changed', id));
  }
  findings.push(...(await listWronglyErased(db, previous, block)).map((id) => found('entry_erased', id)));
  if (sealed.size === 0) return findings;
  // An entry whose time was changed is in another block.
  const gone = [...sealed.keys()];
  const isMoved = await listExistingEntries(db, gone.slice(0, MAX_FINDINGS));
  return [...findings, ...gone.map((id) => found(isMoved.has(id) ? 'entry_changed' : 'entry_missing', id))];
}

/** Whether a block still has a hash that was recorded elsewhere. An attacker who can rewrite everything can rewrite the chain as well. */
export async function hasBlockHash(db: Db, number: number, hash: string): Promise<boolean> {
  return (await readBlockHashes(db, [number])).get(number) === hash.toLowerCase();
}
