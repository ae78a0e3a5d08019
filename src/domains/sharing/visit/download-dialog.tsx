import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { SaveToPhone } from '#src/shell/save-to-phone.tsx';
import { ZipDownloadDialog } from '#src/shell/zip-download-dialog.tsx';
import { canSharePhotos } from '#src/ui/export-photos.ts';
import { beginDownload, readDownload, type SharedGallery, type SharedPhoto, sharedPhotosQuery, sharedPhotoUrl } from './queries.ts';
import { listPhotos } from './shared-photo.ts';

/** The whole gallery; the picks, which are all loaded; or selected photos. */
export type SharedDownload =
  | { kind: 'all' }
  | { kind: 'picks'; photos: readonly SharedPhoto[] }
  | { kind: 'selected'; photos: readonly SharedPhoto[] };

export interface SharedDownloadDialogProps {
  token: string;
  gallery: SharedGallery;
  /** Photos that the visitor has picked. */
  picked: number;
  what: SharedDownload;
  onClose: () => void;
}

/** More are too much for a phone: the visitor picks some, or takes the ZIP file. */
const MOST_FOR_PHONE = 500;

/** In the size that the link allows. */
export default function SharedDownloadDialog({ token, gallery, picked, what, onClose }: SharedDownloadDialogProps) {
  const shown = what.kind === 'all' ? null : what.photos;
  const [forPhone] = useState(() => canSharePhotos() && (shown?.length ?? gallery.photos_count) <= MOST_FOR_PHONE);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(sharedPhotosQuery(token, null));
  useEffect(() => {
    if (forPhone && !shown && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [forPhone, shown, hasNextPage, isFetching, isError, fetchNextPage]);
  const photos = shown ?? (hasNextPage ? [] : listPhotos(data?.pages ?? []));
  const all = { value: 'all' as const, label: 'All photos', help: pluralize(gallery.photos_count, 'photo', 'photos') };
  const picks = { value: 'picks' as const, label: 'My picks', help: pluralize(picked, 'photo', 'photos') };
  const selected = { value: 'selected' as const, label: 'Selected photos' };
  const photoIds = what.kind === 'selected' ? what.photos.map(({ id }) => id) : null;
  return (
    <ZipDownloadDialog
      title={
        photoIds
          ? `Download ${pluralize(photoIds.length, 'photo', 'photos')}`
          : what.kind === 'picks'
            ? 'Download my picks'
            : 'Download photos'
      }
      description={`As one ZIP file, ${gallery.downloads === 'web' ? 'in web size' : 'in full size'}.`}
      queryKey={['zip-download', token, ...(photoIds ?? (what.kind === 'picks' ? ['picks'] : []))]}
      legend="Photos"
      choices={photoIds ? [selected] : what.kind === 'picks' ? [picks] : [all, ...(picked > 0 ? [picks] : [])]}
      begin={(choice) => beginDownload(token, photoIds ? { photo_ids: photoIds } : { picks: choice === 'picks' })}
      read={(downloadId, signal) => readDownload(token, downloadId, signal)}
      before={
        forPhone && (
          <SaveToPhone
            photos={photos
              .filter(({ awaits_original: isAwaited }) => !isAwaited)
              .map(({ id, taken_at }) => ({
                id,
                fileName: null,
                takenAt: Date.parse(taken_at),
                eventZone: gallery.event?.time_zone,
              }))}
            bytes={null}
            urlOf={(id) => sharedPhotoUrl(token, { id, watermark: null }, 'download')}
          />
        )
      }
      onClose={onClose}
    />
  );
}
