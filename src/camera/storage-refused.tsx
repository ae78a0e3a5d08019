import { useEffect, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, type TimeZone } from '#src/lib/format.ts';
import { storageReport, type StorageReport } from '#src/outbox/queue-management.ts';
import { Button } from '#src/ui/button.tsx';
import { HardDrive, RotateCw } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { loadNewVersion } from '#src/ui/load-new-version.ts';
import type { RefusedReason, Shutter, ShutterState } from './shutter.ts';

const PhotoExport = lazyPart(() => import('#src/ui/photo-export.tsx'), { name: 'the export' });

interface StorageRefusedProps {
  refused: NonNullable<ShutterState['refused']>;
  shutter: Shutter;
  waiting: number;
  eventZone: TimeZone;
  onOpenQueue: () => void;
}

/** The one state that stops the shutter. It offers an export of every unsaved picture. */
export function StorageRefused({ refused, shutter, waiting, eventZone, onOpenQueue }: StorageRefusedProps) {
  const [report, setReport] = useState<StorageReport | null>(null);
  const [exported, setExported] = useState<ReadonlySet<string>>(new Set());
  const [exporting, setExporting] = useState(false);
  const { reason, unsaved } = refused;
  const count = unsaved.length;
  const isExported = unsaved.every(({ id }) => exported.has(id));
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    storageReport().then(
      setReport,
      // The failed storage may fail here too: its details are optional.
      () => setReport(null),
    );
  }, []);

  const tryAgain = async () => {
    setTrying(true);
    await shutter.retry();
    setTrying(false);
  };

  return (
    <div role="alert" className="m-auto grid max-w-sm justify-items-center gap-2 overflow-y-auto px-6 py-4 text-center">
      <span aria-hidden className="mb-1 grid size-14 place-items-center rounded-full bg-danger-soft text-danger landscape:max-lg:hidden">
        <HardDrive className="size-6" />
      </span>
      <h2 className="text-lg font-semibold">{titles[reason]}</h2>
      <p className="text-sm text-balance">
        {count > 0 && (
          <>
            {count === 1 ? 'The last photo is' : `The last ${count} photos are`} <strong>not saved</strong>.{' '}
          </>
        )}
        You can’t take more photos right now.
      </p>
      <p className="text-sm text-balance text-ink-muted">{reason === 'full' ? diskFullMessage(report, waiting) : advice(reason, count)}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {reason === 'newer' ? (
          <Button
            variant="primary"
            icon={<RotateCw aria-hidden className="size-4" />}
            disabledReason={count > 0 && 'Save copies of the unsaved photos first, or discard them'}
            onClick={() => void loadNewVersion()}
          >
            Load the new version
          </Button>
        ) : (
          <Button variant="primary" icon={<RotateCw aria-hidden className="size-4" />} loading={trying} onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
        {count > 0 && (
          <PhotoExport
            photos={unsaved.map(({ id, contentType, takenAt }) => ({ id, contentType, takenAt, eventZone, fileName: null }))}
            read={(id) => Promise.resolve(unsaved.find((shot) => shot.id === id)?.blob ?? null)}
            onExported={(id) => setExported((before) => new Set([...before, id]))}
            onRunning={setExporting}
          />
        )}
        {waiting > 0 && <Button onClick={onOpenQueue}>Open queue</Button>}
        {count > 0 && (
          <Button
            variant={isExported ? 'secondary' : 'danger'}
            disabledReason={exporting && 'Photos are being saved'}
            onClick={shutter.discard}
          >
            {isExported ? 'Continue' : `Discard ${count === 1 ? '1 photo' : `${count} photos`}`}
          </Button>
        )}
      </div>
    </div>
  );
}

const titles: Record<RefusedReason, string> = {
  full: `This ${deviceLabel} is full`,
  broken: `This ${deviceLabel}’s storage failed`,
  newer: `A newer version is in use on this ${deviceLabel}`,
};

function advice(reason: 'broken' | 'newer', unsaved: number): string {
  if (reason === 'broken') return 'Try again. If it fails again, save copies of the unsaved photos and restart the app.';
  return `Waiting photos are safe, but this page is outdated. ${unsaved > 0 ? 'Save copies of the unsaved photos, then load' : 'Load'} the new version.`;
}

function diskFullMessage(report: StorageReport | null, waiting: number): string {
  const used = report?.usage ?? null;
  const keeps = `This app stores ${used === null || used < 1e6 ? 'its photos' : formatBytes(used)} here.`;
  const sends =
    waiting > 0 ? ` Uploading the ${waiting === 1 ? 'waiting photo' : `${formatCount(waiting)} waiting photos`} frees up space.` : '';
  // On a full disk Chromium clears sites without persistent storage (docs/decisions/008-replica.md).
  const risk =
    waiting > 0 && report?.persisted === false
      ? ' Until then, the browser could delete waiting photos: upload them or save copies first.'
      : '';
  return `${keeps}${sends}${risk} Or delete videos or other apps’ data, then try again.`;
}
