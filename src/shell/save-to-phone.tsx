// Photos of a gallery through the share sheet of a phone, which offers to save them to the phone's own photos.
import { useState } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { canSharePhotos, SHARE_BATCH_SIZE, type ExportPhoto } from '#src/ui/export-photos.ts';
import PhotoExport from '#src/ui/photo-export.tsx';
import { NEEDS_CONNECTION, offlineTitle, useConnection } from './connection.ts';

interface SaveToPhoneProps {
  photos: readonly Omit<ExportPhoto, 'contentType'>[];
  /** In all; null if unknown. */
  bytes: number | null;
  urlOf: (photoId: string) => string;
}

/** Nothing on devices without such a sheet. It ends when it is unmounted. */
export function SaveToPhone({ photos, bytes, urlOf }: SaveToPhoneProps) {
  const connection = useConnection();
  const [canShare] = useState(canSharePhotos);
  const [loaded, setLoaded] = useState(0);
  const [running, setRunning] = useState(false);
  if (!canShare || photos.length === 0) return null;
  return (
    <section aria-label="Save to this device" className="grid gap-2 border-b border-line pb-4">
      <p className="text-sm text-ink-muted">
        {pluralize(photos.length, 'photo', 'photos')}
        {bytes !== null && `, about ${formatBytes(bytes)}`}
        {photos.length > SHARE_BATCH_SIZE && `, ${SHARE_BATCH_SIZE} at a time`}. When they’re loaded, choose where to save them.
      </p>
      {connection === 'online' || running ? (
        <PhotoExport
          photos={photos.map((photo) => ({ ...photo, contentType: 'image/jpeg' }))}
          read={async (id) => {
            const image = await fetchImage(urlOf(id));
            setLoaded((count) => count + 1);
            return image;
          }}
          onRunning={(runs) => {
            setRunning(runs);
            if (runs) setLoaded(0);
          }}
        />
      ) : (
        <p className="text-sm">
          {offlineTitle(connection)}. {NEEDS_CONNECTION}
        </p>
      )}
      {loaded > 0 && (
        <p role="status" aria-live={running ? 'off' : 'polite'} className="text-sm tabular-nums">
          {running ? `${formatCount(loaded)} loaded` : 'If nothing opened, press again: the photos are loaded.'}
        </p>
      )}
    </section>
  );
}
