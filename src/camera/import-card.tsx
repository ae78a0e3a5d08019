import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { device } from '#src/lib/device.ts';
import { counted, formatCount } from '#src/lib/format.ts';
import type { ImportRefusal, RefusalReason } from '#src/outbox/imports.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CircleCheck, ImageUp, TriangleAlert, X } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import type { ImportFacts, Imports } from './imports.ts';

const reasons: Record<RefusalReason, string> = {
  'too-big': 'The file is larger than the server accepts.',
  'too-many-pixels': 'The photo has more pixels than the server accepts.',
  'wrong-type': 'Not a JPEG, PNG, WebP, AVIF or HEIC photo.',
  raw: 'RAW files aren’t supported. Import the JPEG instead: most cameras can save RAW + JPEG.',
  empty: 'The file is empty.',
  unreadable: 'Couldn’t read the file. Choose it again.',
  'storage-full': `This ${device} ran out of space. Free up some space, then choose the file again.`,
  'storage-broken': `This ${device}’s storage failed. Choose the file again.`,
};

const units: Partial<Record<RefusalReason, { size: number; words: (found: string, most: string) => string }>> = {
  'too-big': { size: 1024 * 1024, words: (found, most) => `${found} MB. The limit is ${most} MB.` },
  'too-many-pixels': { size: 1_000_000, words: (found, most) => `${found} megapixels. The limit is ${most}.` },
};

/** "280 megapixels. The limit is 100." */
export function importRefusalWords({ reason, found, most }: ImportRefusal): string {
  const unit = units[reason];
  if (!unit || found === undefined || most === undefined) return reasons[reason];
  const limit = Math.floor(most / unit.size);
  // What is a little above the limit is not said to be the limit.
  return unit.words(formatCount(Math.max(Math.round(found / unit.size), limit + 1)), formatCount(limit));
}

interface ImportCardProps {
  facts: ImportFacts;
  imports: Imports | null;
  onPick: () => void;
}

/** What is being taken in; what was not, by name and with its reason; and what is in the event already. */
export default function ImportCard({ facts, imports, onPick }: ImportCardProps) {
  const { running, known, refused, left } = facts;
  const words = headline(facts);
  return (
    <section
      aria-label="Import"
      data-import-card
      className="grid max-h-[45dvh] gap-3 overflow-y-auto rounded-lg border border-line bg-raised/95 p-3 text-sm shadow-3 backdrop-blur-md"
    >
      <Announcement words={words} running={running} />
      {running ? (
        <Running facts={facts} onCancel={() => imports?.stop()} />
      ) : (
        <Outcome facts={facts} words={words} onDismiss={() => imports?.dismiss()} />
      )}
      {left.length > 0 && (
        <Part
          title={facts.stopped ? 'Not imported: you canceled' : 'Not imported yet'}
          text="Choose them again. Photos already imported are skipped."
          action={
            !running && (
              <Button size="sm" variant="primary" icon={<ImageUp aria-hidden className="size-4" />} onClick={onPick}>
                Choose again
              </Button>
            )
          }
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
        <Part
          title={`${counted(known.length, 'photo', 'photos')} skipped`}
          text={known.length === 1 ? 'It’s already in this event.' : 'They’re already in this event.'}
          action={
            !running && (
              <Button size="sm" onClick={() => imports?.addKnown()}>
                Import anyway
              </Button>
            )
          }
        >
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center text-accent-text">
              {known.length === 1 ? 'Show file name' : 'Show file names'}
            </summary>
            <Names label="Skipped" names={known} />
          </details>
        </Part>
      )}
    </section>
  );
}

/** One sentence that says where the import stands. */
function headline({ running, total, done, saved, failed, skipped, refused, left }: ImportFacts): string {
  if (running) return `Importing ${formatCount(Math.min(done + 1, total))} of ${counted(total, 'photo', 'photos')}`;
  if (total === 0) return `${counted(left.length + refused.length, 'file', 'files')} not imported`;
  const parts = [
    saved > 0 && `${counted(saved, 'photo', 'photos')} saved on this ${device}`,
    failed > 0 && `${saved > 0 ? formatCount(failed) : counted(failed, 'file', 'files')} couldn’t be imported`,
    left.length > 0 && `${formatCount(left.length)} not imported yet`,
    skipped > 0 && `${saved + failed > 0 ? formatCount(skipped) : counted(skipped, 'file', 'files')} skipped`,
  ];
  return parts.filter(Boolean).join(', ');
}

function Running({ facts, onCancel }: { facts: ImportFacts; onCancel: () => void }) {
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

function Outcome({ facts, words, onDismiss }: { facts: ImportFacts; words: string; onDismiss: () => void }) {
  const missing = facts.refused.length + facts.left.length > 0;
  return (
    <div className="flex items-center gap-2">
      {missing ? (
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      ) : (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
      )}
      <p className="flex-1 font-medium">{words}</p>
      <IconButton label="Dismiss" size="sm" icon={<X aria-hidden className="size-4" />} onClick={onDismiss} />
    </div>
  );
}

interface PartProps {
  title: string;
  text?: string;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, text, action, children }: PartProps) {
  return (
    <div className="grid gap-1.5 border-t border-line pt-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          {text && <p className="text-ink-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

/** Long lists are drawn when something in them changes, not at each step of an import. */
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
  function Refused({ refused }: Pick<ImportFacts, 'refused'>) {
    return (
      <ul aria-label="Couldn’t import" className="grid gap-1.5">
        {refused.map((refusal, index) => (
          <li key={`${index} ${refusal.name}`} className="grid">
            <span className="truncate font-medium">{refusal.name}</span>
            <span className="text-ink-muted">{importRefusalWords(refusal)}</span>
          </li>
        ))}
      </ul>
    );
  },
  (before, now) => before.refused.length === now.refused.length,
);

const sayEveryMs = 10_000;

/** A screen reader hears how far it is now and then, and how it ended at once. */
function Announcement({ words, running }: { words: string; running: boolean }) {
  const [said, setSaid] = useState('');
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSaid(latest.current), sayEveryMs);
    return () => clearInterval(timer);
  }, [running]);
  const text = running ? said : words;
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
