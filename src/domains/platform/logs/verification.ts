// A run through the sealed trail, part by part. It goes on when its sheet is closed, and is found again when that is opened.
import { atom, getDefaultStore } from 'jotai';
import { describeFailure } from '#src/shell/failure.ts';
import { verifyLogs, type LogFinding } from './queries.ts';

export interface Verification {
  state: 'running' | 'done' | 'cancelled' | 'failed';
  /** The block that was looked at last, of so many. */
  lastBlock: number;
  blocks: number;
  entries: number;
  forgotten: number;
  findings: LogFinding[];
  /** Why it failed. */
  failure: string | null;
}

export const verificationAtom = atom<Verification | null>(null);

const store = getDefaultStore();
const isRunning = () => store.get(verificationAtom)?.state === 'running';
const change = (part: Partial<Verification>) => store.set(verificationAtom, (now) => now && { ...now, ...part });

/** @param blocks how many there are, as far as is known */
export async function startVerification(blocks: number): Promise<void> {
  if (isRunning()) return;
  const begun: Verification = { state: 'running', lastBlock: 0, blocks, entries: 0, forgotten: 0, findings: [], failure: null };
  store.set(verificationAtom, begun);
  await run(begun);
}

async function run({ lastBlock, entries, forgotten, findings }: Verification): Promise<void> {
  try {
    for (let next: number | null = lastBlock; next !== null && isRunning();) {
      const check = await verifyLogs(next);
      entries += check.entries;
      forgotten += check.forgotten;
      findings = [...findings, ...check.findings];
      next = check.next;
      change({ entries, forgotten, findings, ...(next === null ? {} : { lastBlock: next }) });
    }
    if (isRunning()) change({ state: 'done' });
  } catch (error) {
    change({ state: 'failed', failure: describeFailure(error).detail ?? null });
  }
}

export const cancelVerification = () => change({ state: 'cancelled' });
