import { useEffect, useRef, useState, type ReactNode } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { Button, type ButtonProps } from './button.tsx';
import {
  canChooseFolder,
  canSharePhotos,
  chooseFolder,
  COPIES_PLACE,
  downloadPhotos,
  nameFiles,
  SHARE_BATCH_SIZE,
  sharePhotos,
  writePhotos,
  type ExportOutcome,
  type ExportPhoto,
  type ExportRun,
  type NamedPhoto,
  type ReadPhoto,
  type SharedBatch,
} from './export-photos.ts';
import { Download } from './icons.ts';
import { Progress } from './progress.tsx';

export interface PhotoExportProps {
  /** The waiting photos. Photos of a running export stay in it when they leave this list. */
  photos: readonly ExportPhoto[];
  read: ReadPhoto;
  size?: ButtonProps['size'];
  /** Called for each photo that was exported. */
  onExported?: (id: string) => void;
  onRunning?: (running: boolean) => void;
}

type ExportMethod = 'share' | 'download' | 'folder';

/** The export buttons, and the progress count. Its elements take part in the layout of the parent, a grid or a wrapping row; the count comes last. */
export default function PhotoExport({ photos, read, size, onExported, onRunning }: PhotoExportProps) {
  const [begun, setBegun] = useState<ExportProgress>(NOT_STARTED);
  const [running, setRunning] = useState<ExportMethod | null>(null);
  const [hint, setHint] = useState<ReactNode>(null);
  const [canShare] = useState(canSharePhotos);
  const abort = useRef<AbortController>(null);
  const prepared = useRef<SharedBatch>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const plan = planOf(begun, photos);
  const batch = plan.next.slice(0, SHARE_BATCH_SIZE);

  const begin = async (way: ExportMethod, work: (run: ExportRun) => Promise<ReactNode>) => {
    const controller = new AbortController();
    abort.current = controller;
    setBegun({ photos: plan.photos, outcomes: plan.isRetry ? without(plan.outcomes, plan.next) : plan.outcomes });
    setRunning(way);
    setHint(way === 'download' && plan.next.length > 1 ? ALLOW_DOWNLOADS : null);
    onRunning?.(true);
    const report = (id: string, outcome: ExportOutcome) => {
      setBegun((before) => ({ ...before, outcomes: new Map([...before.outcomes, [id, outcome]]) }));
      if (outcome === 'exported') onExported?.(id);
    };
    try {
      setHint(await work({ read, report, signal: controller.signal }));
    } finally {
      setRunning(null);
      onRunning?.(false);
    }
  };

  const download = () =>
    begin('download', async (run) => {
      const started = await downloadPhotos(plan.next, run);
      return started > 1 ? CHECK_DOWNLOADS : null;
    });
  const shareBatch = () =>
    begin('share', async (run) => {
      prepared.current = await sharePhotos(batch, run, prepared.current);
      return null;
    });
  const toFolder = () =>
    begin('folder', async (run) => {
      try {
        const folder = await chooseFolder();
        if (folder) await writePhotos(folder, plan.next, run);
        return null;
      } catch (error) {
        return folderErrorMessage(error);
      }
    });

  const several = plan.next.length > 1;
  return (
    <>
      <Button
        size={size}
        icon={<Download aria-hidden className="size-4" />}
        loading={running !== null}
        onClick={() => void (canShare ? shareBatch() : download())}
      >
        {running === null ? labelOf(plan, canShare ? batch : plan.next) : 'Saving…'}
      </Button>
      {running === null && canShare && (
        <Button size={size} onClick={() => void download()}>
          Download instead
        </Button>
      )}
      {running === null && several && canChooseFolder() && (
        <Button size={size} onClick={() => void toFolder()}>
          Choose a folder…
        </Button>
      )}
      {begun.photos.length > 0 && <ExportSummary begun={begun} running={running} hint={hint} />}
    </>
  );
}

const without = (outcomes: ExportProgress['outcomes'], photos: readonly NamedPhoto[]): ExportProgress['outcomes'] =>
  new Map([...outcomes].filter(([id]) => !photos.some((photo) => photo.id === id)));

interface ExportProgress {
  photos: readonly NamedPhoto[];
  outcomes: ReadonlyMap<string, ExportOutcome>;
}

const NOT_STARTED: ExportProgress = { photos: [], outcomes: new Map() };

interface Plan extends ExportProgress {
  /** The photos of the next press: those not tried yet, else the unreadable ones. */
  next: readonly NamedPhoto[];
  isRetry: boolean;
}

/** The current run plus photos added since; a new run once all are exported. */
function planOf({ photos, outcomes }: ExportProgress, waiting: readonly ExportPhoto[]): Plan {
  const known = new Set(photos.map(({ id }) => id));
  const all = nameFiles([...photos, ...waiting.filter(({ id }) => !known.has(id))]);
  const untried = all.filter(({ id }) => !outcomes.has(id));
  if (untried.length > 0) return { photos: all, outcomes, next: untried, isRetry: false };
  const unreadable = all.filter(({ id }) => outcomes.get(id) === 'unreadable');
  if (unreadable.length > 0) return { photos: all, outcomes, next: unreadable, isRetry: true };
  const anew = nameFiles(waiting);
  return { photos: anew, outcomes: new Map(), next: anew, isRetry: false };
}

/** "Save 12 photos to Files"; if shared in batches, "Save photos 26–50 of 80". */
function labelOf({ photos, next, isRetry }: Plan, batch: readonly NamedPhoto[]): string {
  if (isRetry) return `Try ${pluralize(next.length, 'photo', 'photos')} again`;
  if (batch.length === next.length && next.length === photos.length)
    return `Save ${pluralize(next.length, 'photo', 'photos')} to ${COPIES_PLACE}`;
  const [first, last] = [batch.at(0), batch.at(-1)].map((photo) => formatCount(photos.findIndex(({ id }) => id === photo?.id) + 1));
  const which = first === last ? `photo ${first}` : `photos ${first}–${last}`;
  return `Save ${which} of ${formatCount(photos.length)}`;
}

const ALLOW_DOWNLOADS = 'Keep this open until all are saved. If your browser asks, allow this site to download multiple files.';
const CHECK_DOWNLOADS = 'They’re in your browser’s downloads. Check that none are missing.';

function folderErrorMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'The disk is full. Free up space, or choose a folder on another disk.';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'Your browser didn’t allow saving to a folder.';
  return 'Couldn’t save to this folder. Choose another one.';
}

function ExportSummary({
  begun: { photos, outcomes },
  running,
  hint,
}: {
  begun: ExportProgress;
  running: ExportMethod | null;
  hint: ReactNode;
}) {
  const count = (which: ExportOutcome) => photos.filter(({ id }) => outcomes.get(id) === which).length;
  const [exported, gone] = [count('exported'), count('gone')];
  const unreadable = photos.filter(({ id }) => outcomes.get(id) === 'unreadable').map(({ name }) => name);
  return (
    <div className="order-last grid basis-full gap-1.5 text-sm">
      {running && <Progress label="Saving copies" value={exported / photos.length} />}
      {/* Announced at the end, not for each photo. */}
      <p role="status" aria-live={running ? 'off' : 'polite'} className="tabular-nums">
        {formatCount(exported)} of {pluralize(photos.length, 'photo', 'photos')} saved
        {gone > 0 && `. ${formatCount(gone)} no longer waiting on this ${deviceLabel}`}
      </p>
      {unreadable.length > 0 && (
        <p className="max-h-32 overflow-y-auto wrap-anywhere text-danger">
          Couldn’t read {pluralize(unreadable.length, 'photo', 'photos')}: {unreadable.join(', ')}
        </p>
      )}
      {hint && <p className="text-ink-muted">{hint}</p>}
    </div>
  );
}
