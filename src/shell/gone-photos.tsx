import { useState, useSyncExternalStore } from 'react';
import { device } from '#src/lib/device.ts';
import { counted } from '#src/lib/format.ts';
import { discard } from '#src/outbox/discard.ts';
import { photosOfGone } from '#src/outbox/gone.ts';
import { readBlob } from '#src/outbox/queue.ts';
import { createReading } from '#src/outbox/reading.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Download, Trash2 } from '#src/ui/icons.ts';
import { asPhotoFile, saveFiles } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast.ts';

// No query: a sign-out empties their cache under the screen.
const gone = createReading(photosOfGone);

/** Photos whose account was deleted while they waited here: whoever holds this phone may save them, or throw them away. Nothing while there are none. */
export function GonePhotos() {
  const photos = useSyncExternalStore(gone.subscribe, gone.read).data ?? [];
  const [exporting, setExporting] = useState(false);
  const [asking, setAsking] = useState(false);
  if (photos.length === 0) return null;
  const one = photos.length === 1;
  const count = counted(photos.length, 'photo', 'photos');
  const them = one ? 'it' : 'them';

  const exportAll = async () => {
    setExporting(true);
    try {
      const files = await Promise.all(photos.map(async (photo) => ({ photo, blob: await readBlob(photo.id) })));
      await saveFiles(files.flatMap(({ photo, blob }) => (blob ? [asPhotoFile(blob, photo)] : [])));
    } catch {
      toast.error('The photos could not be exported', { detail: `They are still on this ${device}. Try again.` });
    }
    setExporting(false);
  };
  const discardAll = async () => {
    setAsking(false);
    const outcomes = await Promise.allSettled(photos.map(({ id }) => discard(id)));
    if (outcomes.some(({ status }) => status === 'rejected')) toast.error('Not all photos could be discarded', { detail: 'Try again.' });
  };

  return (
    <>
      <Banner
        tone="warning"
        title={`${count} of a deleted account ${one ? 'is' : 'are'} only on this ${device}`}
        actions={
          <>
            <Button size="sm" loading={exporting} icon={<Download aria-hidden className="size-4" />} onClick={() => void exportAll()}>
              Export {count}
            </Button>
            <Button size="sm" icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setAsking(true)}>
              Discard
            </Button>
          </>
        }
      >
        No account can send {them} any more. Export {them} to keep {them}: {one ? 'it stays' : 'they stay'} here until you discard {them}.
      </Banner>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Discard ${count}?`}
        description={`${one ? 'It is' : 'They are'} only on this ${device}. What you have not exported is gone for good.`}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep {them}</Button>
            <Button variant="danger" icon={<Trash2 aria-hidden className="size-4" />} onClick={() => void discardAll()}>
              Discard {them}
            </Button>
          </>
        }
      />
    </>
  );
}
