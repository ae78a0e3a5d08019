import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { counted } from '#src/lib/counted.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { maxBytes, type RefusalReason } from './import.ts';
import type { CaptureFacts } from './capture-session.ts';

const reasons: Record<RefusalReason, string> = {
  'too-big': `Larger than ${maxBytes / 1024 / 1024} MB, the most the server takes.`,
  'wrong-type': 'Not a JPEG, PNG, WebP, AVIF or HEIC photo.',
  empty: 'The file is empty.',
  unreadable: 'The phone did not hand the file over. Pick it again.',
  'storage-full': 'There was no room left on this phone. Free some space, then pick it again.',
  'storage-broken': 'The storage of this phone failed. Pick it again.',
};

const GOOD_NEWS_MS = 6000;

interface ImportCardProps {
  importing: NonNullable<CaptureFacts['importing']>;
  onCancel: () => void;
  onDismiss: () => void;
}

/** What is being taken in, and what was not taken, with its reason. */
export default function ImportCard({ importing, onCancel, onDismiss }: ImportCardProps) {
  const { total, done, saved, refused, running } = importing;
  const left = total - done;
  // Good news goes by itself, also because it ages: saved here becomes stored there. What was not taken stays until it is read.
  const settled = !running && refused.length === 0 && left === 0;
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!settled) return;
    const timer = setTimeout(() => dismiss(), GOOD_NEWS_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  return (
    <section
      aria-label="Import"
      className="grid max-h-[40dvh] gap-2 overflow-y-auto rounded-lg border border-line bg-raised/95 p-3 text-sm shadow-3 backdrop-blur-md"
    >
      {running ? (
        <div className="flex items-center gap-3">
          <div className="grid flex-1 gap-2">
            <p className="font-medium tabular-nums">
              Importing {(done + 1 > total ? total : done + 1).toLocaleString()} of {counted(total, 'photo', 'photos')}
            </p>
            <Progress label="Import" value={total > 0 ? done / total : null} />
          </div>
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <div className="flex items-center gap-2" role="status">
          {refused.length > 0 ? (
            <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
          ) : (
            <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
          )}
          <p className="flex-1 font-medium">
            {counted(saved, 'photo', 'photos')} saved on this phone
            {refused.length > 0 && `, ${refused.length.toLocaleString()} not taken`}
            {left > 0 && `, ${left.toLocaleString()} left out`}
          </p>
          <IconButton label="Dismiss" size="sm" icon={<X aria-hidden className="size-4" />} onClick={onDismiss} />
        </div>
      )}
      {refused.length > 0 && (
        <ul aria-label="Not taken" className="grid gap-1.5">
          {refused.map(({ fileName, reason }, index) => (
            <li key={`${index} ${fileName}`} className="grid">
              <span className="truncate font-medium">{fileName}</span>
              <span className="text-ink-muted">{reasons[reason]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
