import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { importRefusalMessage } from '#src/outbox/imports.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CircleCheck, ImageUp, Info, TriangleAlert, X } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import type { ImportProgress, ImportQueue } from './import-queue.ts';

interface ImportCardProps {
  facts: ImportProgress;
  imports: ImportQueue | null;
  onPick: () => void;
}

/** Progress and result of imports at the bottom of the viewfinder. File names are shown on request. */
export default function ImportCard({ facts, imports, onPick }: ImportCardProps) {
  const { running, known, refused, left } = facts;
  const words = headline(facts);
  const named = left.length + refused.length + known.length;
  return (
    <section
      aria-label="Import"
      data-import-card
      className="mx-auto grid max-h-[28dvh] w-full max-w-lg grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto rounded-lg border border-line bg-raised/95 p-3 text-sm shadow-3 backdrop-blur-md"
    >
      <Announcement words={words} running={running} />
      {running ? (
        <Running facts={facts} onCancel={() => imports?.stop()} />
      ) : (
        <Outcome facts={facts} words={words} onDismiss={() => imports?.dismiss()} />
      )}
      {!running && left.length + known.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {left.length > 0 && (
            <Button size="sm" variant="primary" icon={<ImageUp aria-hidden className="size-4" />} onClick={onPick}>
              Choose again
            </Button>
          )}
          {known.length > 0 && (
            <Button size="sm" onClick={() => imports?.addKnown()}>
              Import anyway
            </Button>
          )}
        </div>
      )}
      {named > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-accent-text">
            {named === 1 ? 'Show file name' : 'Show file names'}
          </summary>
          <div className="grid gap-3">
            {left.length > 0 && (
              <Part
                title={facts.stopped ? 'Not imported: you canceled' : 'Not imported yet'}
                text="Choose them again. Photos already imported are skipped."
              >
                <Names label="Not imported yet" names={left} />
              </Part>
            )}
            {refused.length > 0 && (
              <Part title="Couldn’t import">
                <Refused refused={refused} />
              </Part>
            )}
            {known.length > 0 && (
              <Part title="Already in this event">
                <Names label="Skipped" names={known} />
              </Part>
            )}
          </div>
        </details>
      )}
    </section>
  );
}

/** The progress in one sentence. */
function headline({ running, total, done, saved, failed, skipped, known, refused, left }: ImportProgress): string {
  if (running) return `Importing ${formatCount(Math.min(done + 1, total))} of ${pluralize(total, 'photo', 'photos')}`;
  if (total === 0) return `${pluralize(left.length + refused.length, 'file', 'files')} not imported`;
  // Files of earlier imports stay listed below until dismissed.
  const before = refused.length - failed + known.length - skipped;
  const parts = [
    saved > 0 && `${pluralize(saved, 'photo', 'photos')} saved on this ${deviceLabel}`,
    failed > 0 && `${saved > 0 ? formatCount(failed) : pluralize(failed, 'file', 'files')} couldn’t be imported`,
    left.length > 0 && `${formatCount(left.length)} not imported yet`,
    before > 0 && `${formatCount(before)} from an earlier import not saved`,
    skipped > 0 && `${saved + failed > 0 ? formatCount(skipped) : pluralize(skipped, 'file', 'files')} skipped: already in this event`,
  ];
  return parts.filter(Boolean).join(', ');
}

function Running({ facts, onCancel }: { facts: ImportProgress; onCancel: () => void }) {
  const { done, total } = facts;
  return (
    <div className="flex items-center gap-3">
      <div className="grid flex-1 gap-2">
        <p className="font-medium tabular-nums">{headline(facts)}</p>
        <Progress label="Import" value={total > 0 ? done / total : null} />
        <p className="text-ink-muted">Keep the app open until it’s done.</p>
      </div>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function Outcome({ facts, words, onDismiss }: { facts: ImportProgress; words: string; onDismiss: () => void }) {
  const missing = facts.refused.length + facts.left.length > 0;
  const [Icon, tone] = missing ? [TriangleAlert, 'text-warning'] : facts.saved > 0 ? [CircleCheck, 'text-success'] : [Info, 'text-info'];
  return (
    <div className="flex items-center gap-2">
      <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
      <p className="min-w-0 flex-1 font-medium">{words}</p>
      <IconButton label="Dismiss" size="sm" icon={<X aria-hidden className="size-4" />} onClick={onDismiss} />
    </div>
  );
}

interface PartProps {
  title: string;
  text?: string;
  children: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <div className="grid gap-1.5">
      <div>
        <p className="font-medium">{title}</p>
        {text && <p className="text-ink-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}

/** Memoized, because long lists rarely change during an import. */
const Names = memo(
  function Names({ label, names }: { label: string; names: readonly string[] }) {
    return (
      <ul aria-label={label} className="grid gap-1 text-ink-muted">
        {names.map((name, index) => (
          <li key={`${index} ${name}`} className="truncate">
            {name}
          </li>
        ))}
      </ul>
    );
  },
  (before, now) =>
    before.label === now.label &&
    before.names.length === now.names.length &&
    before.names.every((name, index) => name === now.names[index]),
);

const Refused = memo(
  function Refused({ refused }: Pick<ImportProgress, 'refused'>) {
    return (
      <ul aria-label="Couldn’t import" className="grid gap-1.5">
        {refused.map((refusal, index) => (
          <li key={`${index} ${refusal.name}`} className="grid">
            <span className="truncate font-medium">{refusal.name}</span>
            <span className="text-ink-muted">{importRefusalMessage(refusal)}</span>
          </li>
        ))}
      </ul>
    );
  },
  (before, now) => before.refused.length === now.refused.length,
);

const announceIntervalMs = 10_000;

/** Announces progress to screen readers now and then, and the end at once. */
function Announcement({ words, running }: { words: string; running: boolean }) {
  const [said, setSaid] = useState('');
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSaid(latest.current), announceIntervalMs);
    return () => clearInterval(timer);
  }, [running]);
  const text = running ? said : words;
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
