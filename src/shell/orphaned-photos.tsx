import { useState, useSyncExternalStore } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { discard, orphanedPhotos, readForExport } from '#src/outbox/queue-management.ts';
import { createLiveQuery } from '#src/outbox/queue.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Trash2 } from '#src/ui/icons.ts';
import PhotoExport from '#src/ui/photo-export.tsx';
import { toast } from '#src/ui/toast.ts';

// Not a query: a logout clears the query cache under the screen.
const orphaned = createLiveQuery(orphanedPhotos);

/** Photos of a deleted account that still wait here: any user of this phone may save or discard them. Renders nothing if there are none. */
export function OrphanedPhotos() {
  const photos = useSyncExternalStore(orphaned.subscribe, orphaned.read).data ?? [];
  const [exported, setExported] = useState<ReadonlySet<string>>(new Set());
  const [exporting, setExporting] = useState(false);
  const [asking, setAsking] = useState(false);
  if (photos.length === 0) return null;
  const one = photos.length === 1;
  const left = photos.filter(({ id }) => !exported.has(id)).length;
  const count = pluralize(photos.length, 'photo', 'photos');
  const them = one ? 'it' : 'them';

  const discardAll = async () => {
    setAsking(false);
    const outcomes = await Promise.allSettled(photos.map(({ id }) => discard(id)));
    if (outcomes.some(({ status }) => status === 'rejected')) toast.error('Couldn’t discard all photos', { detail: 'Try again.' });
  };

  return (
    <>
      <Banner
        tone="warning"
        title={`${count} from an account that no longer exists ${one ? 'is' : 'are'} ${left > 0 ? 'only' : 'still'} on this ${deviceLabel}`}
        actions={
          <>
            <PhotoExport
              photos={photos}
              read={readForExport}
              size="sm"
              onExported={(id) => setExported((before) => new Set([...before, id]))}
              onRunning={setExporting}
            />
            <Button
              size="sm"
              icon={<Trash2 aria-hidden className="size-4" />}
              disabledReason={exporting && 'Photos are being saved'}
              onClick={() => setAsking(true)}
            >
              Discard
            </Button>
          </>
        }
      >
        {one ? 'It' : 'They'} can no longer be uploaded. Save {one ? 'a copy' : 'copies'} to keep {them}. {one ? 'It stays' : 'They stay'}{' '}
        here until you discard {them}.
      </Banner>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Discard ${count}?`}
        description={discardDescription(photos.length, left)}
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

/** The consequences. @param left how many were not exported here */
function discardDescription(count: number, left: number): string {
  if (left === 0) return count === 1 ? 'You’ve saved a copy of it.' : `You’ve saved copies of all ${formatCount(count)}.`;
  const some = left < count ? `You’ve saved copies of ${formatCount(count - left)} of ${formatCount(count)}.` : '';
  return `${some || (count === 1 ? `It’s only on this ${deviceLabel}.` : `They’re only on this ${deviceLabel}.`)} Without a copy, photos are permanently deleted.`;
}
