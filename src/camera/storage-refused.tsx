import { Download, HardDrive, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storageReport } from '#src/outbox/queue.ts';
import { Button } from '#src/ui/button.tsx';
import { photoFile, saveFiles } from '#src/ui/save-file.ts';
import type { Shutter, ShutterState } from './shutter.ts';

const megabytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

interface StorageRefusedProps {
  refused: NonNullable<ShutterState['refused']>;
  shutter: Shutter;
  waiting: number;
  onOpenQueue: () => void;
}

/** The one state that stops the shutter. It says so loudly, and gives every picture in hand a way out. */
export function StorageRefused({ refused, shutter, waiting, onOpenQueue }: StorageRefusedProps) {
  const [used, setUsed] = useState<number | null>(null);
  const [exported, setExported] = useState(false);
  const count = refused.unsaved.length;
  const full = refused.reason === 'full';
  useEffect(() => {
    storageReport().then(
      ({ usage }) => setUsed(usage),
      // The storage that has just failed may fail here too: the figure is left out.
      () => setUsed(null),
    );
  }, []);

  const exportAll = async () => {
    const done = await saveFiles(refused.unsaved.map((shot) => photoFile(shot.blob, { ...shot, fileName: null })));
    setExported((before) => before || done);
  };

  return (
    <div role="alert" className="m-auto grid max-w-sm justify-items-center gap-2 overflow-y-auto px-6 py-4 text-center">
      <span aria-hidden className="mb-1 grid size-14 place-items-center rounded-full bg-danger-soft text-danger landscape:max-lg:hidden">
        <HardDrive className="size-6" />
      </span>
      <h2 className="text-lg font-semibold">{full ? 'This phone is full' : 'This phone’s storage failed'}</h2>
      <p className="text-sm text-balance">
        {count === 1 ? 'The last photo is' : `The last ${count} photos are`} <strong>not saved</strong>, and no more can be taken now.
      </p>
      <p className="text-sm text-balance text-ink-muted">
        {full ? fullWords(used, waiting) : 'Try again. If it fails again, export what is not saved and start the app anew.'}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={<RotateCw aria-hidden className="size-4" />} onClick={() => void shutter.retry()}>
          Try again
        </Button>
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => void exportAll()}>
          Export {count === 1 ? 'it' : `all ${count}`}
        </Button>
        {waiting > 0 && <Button onClick={onOpenQueue}>Open the queue</Button>}
        <Button variant={exported ? 'secondary' : 'danger'} onClick={shutter.letGo}>
          {exported ? 'Go on' : `Discard ${count === 1 ? '1 photo' : `${count} photos`}`}
        </Button>
      </div>
    </div>
  );
}

function fullWords(used: number | null, waiting: number): string {
  const keeps = `This app keeps ${used === null ? 'its photos' : megabytes.format(used / 1e6)} here.`;
  const sends =
    waiting > 0 ? ` Sending the ${waiting === 1 ? 'photo that waits' : `${waiting.toLocaleString()} photos that wait`} makes room.` : '';
  return `${keeps}${sends} Or delete videos or other apps’ data, then try again.`;
}
