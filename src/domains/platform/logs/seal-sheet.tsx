// Integrity and retention of the audit log. Verification runs in parts and continues while the sheet is closed.
import { useQuery } from '@tanstack/react-query';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { formatCount, formatDateTime, pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { call } from '#src/transport/call.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ShieldCheck } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { findingMessage } from './log-labels.ts';
import { type LogCheck, type LogFinding, type LogSeal, sealQuery } from './queries.ts';
import { RetentionSelect } from './retention-select.tsx';

export default function SealSheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(sealQuery);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Seal and retention"
      description="Entries are sealed in blocks, each with the hash of the previous one, so later changes can be detected."
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the seal"
        skeleton={
          <Loading label="Loading the seal" className="grid gap-4">
            <Skeleton className="h-32 rounded-lg" />
            <Skeleton className="h-24 rounded-lg" />
          </Loading>
        }
      >
        {(seal) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <SealState seal={seal} />
            <RetentionSelect seal={seal} />
          </div>
        )}
      </QueryState>
    </Sheet>
  );
}

function SealState({ seal: { last, blocks } }: { seal: LogSeal }) {
  const verification = useAtomValue(verificationAtom);
  const isOnline = useConnection() === 'online';
  const isRunning = verification?.state === 'running';
  return (
    <section aria-label="Seal" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {last ? (
        <>
          <p>
            {formatCount(blocks)} {blocks === 1 ? 'block' : 'blocks'}, up to {formatDateTime(last.ends_at)}.
          </p>
          <div className="grid gap-1">
            <p className="text-sm text-ink-muted">
              Keep a copy outside the server. Someone who can rewrite the database can rewrite the seal, but not your copy.
            </p>
            <div className="flex items-center gap-2">
              <code className="min-w-0 font-mono text-sm wrap-anywhere">
                {last.number}:{last.hash}
              </code>
              <CopyButton compact size="sm" label="Copy last block’s hash" text={`${last.number}:${last.hash}`} />
            </div>
          </div>
        </>
      ) : (
        <p>Nothing is sealed yet. Entries are sealed within a minute or two.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<ShieldCheck aria-hidden className="size-4" />}
          loading={isRunning}
          disabledReason={(!isOnline && NEEDS_CONNECTION) || (!last && 'Nothing is sealed yet.')}
          onClick={() => void startVerification(blocks)}
        >
          Verify
        </Button>
        {isRunning && <Button onClick={cancelVerification}>Cancel</Button>}
      </div>
      {verification && <VerificationResult verification={verification} />}
    </section>
  );
}

const MAX_SHOWN = 50;

function VerificationResult({ verification }: { verification: Verification }) {
  const { state, lastBlock, blocks, entries, forgotten, findings, failure } = verification;
  const looked = `${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'} checked${forgotten > 0 ? `; ${formatCount(forgotten)} expired ${forgotten === 1 ? 'entry was' : 'entries were'} deleted` : ''}.`;
  return (
    <>
      {state === 'running' && <Progress label="Verifying the seal" value={blocks === 0 ? null : lastBlock / blocks} />}
      {findings.length > 0 && (
        <Banner tone="danger" title={`${pluralize(findings.length, 'problem', 'problems')} found`}>
          <ul className="grid gap-1">
            {findings.slice(0, MAX_SHOWN).map((finding) => (
              <li key={`${finding.kind} ${finding.block} ${finding.entry}`}>{findingMessage(finding)}</li>
            ))}
          </ul>
          {findings.length > MAX_SHOWN && <p>And {formatCount(findings.length - MAX_SHOWN)} more.</p>}
        </Banner>
      )}
      {state === 'done' && findings.length === 0 && (
        <Banner tone="success" title="No changes detected">
          {looked}
        </Banner>
      )}
      {state === 'failed' && (
        <Banner tone="warning" title="Verification stopped">
          {failure} {looked}
        </Banner>
      )}
      {(state === 'running' || state === 'cancelled' || (state === 'done' && findings.length > 0)) && (
        <p aria-live="polite" className="text-sm text-ink-muted">
          {state === 'cancelled' && 'Canceled. '}
          {looked}
        </p>
      )}
    </>
  );
}

interface Verification {
  state: 'running' | 'done' | 'cancelled' | 'failed';
  lastBlock: number;
  blocks: number;
  entries: number;
  forgotten: number;
  findings: LogFinding[];
  /** Error message. */
  failure: string | null;
}

const verificationAtom = atom<Verification | null>(null);

const store = getDefaultStore();
const isRunning = () => store.get(verificationAtom)?.state === 'running';
const change = (part: Partial<Verification>) => store.set(verificationAtom, (now) => now && { ...now, ...part });

/** @param blocks number of blocks known so far */
async function startVerification(blocks: number): Promise<void> {
  if (isRunning()) return;
  const started: Verification = { state: 'running', lastBlock: 0, blocks, entries: 0, forgotten: 0, findings: [], failure: null };
  store.set(verificationAtom, started);
  await run(started);
}

async function run({ lastBlock, entries, forgotten, findings }: Verification): Promise<void> {
  try {
    for (let next: number | null = lastBlock; next !== null && isRunning();) {
      const check: LogCheck = await call('POST /api/v1/platform/logs/verify', { body: { behind: next } });
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

const cancelVerification = () => change({ state: 'cancelled' });
