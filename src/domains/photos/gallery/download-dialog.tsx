// Loaded on demand: a download needs a connection anyway.
import type { Photo } from '#src/domains/photos/photo.ts';
import { pluralize } from '#src/lib/format.ts';
import { SaveToPhone } from '#src/shell/save-to-phone.tsx';
import { ZipDownloadDialog } from '#src/shell/zip-download-dialog.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';

export interface DownloadDialogProps {
  eventId: string;
  account: string;
  /** Of the organization: may have the originals of others. */
  isStaff: boolean;
  /** Null: all that the gallery has. */
  photos: readonly Photo[] | null;
  /** The section that the gallery shows; null: the whole gallery. */
  section: { id: string; name: string } | null;
  onClose: () => void;
}

const full = { value: 'full' as const, label: 'Full size', help: 'Without GPS data, ready to share.' };
const web = { value: 'web' as const, label: 'Web size', help: 'At most 1,600 pixels wide or high: a small file.' };
const originals = { value: 'original' as const, label: 'Originals', help: 'As they were uploaded, with all their data.' };
const own = { ...originals, label: 'My originals', help: 'Only your photos, as you uploaded them.' };

export default function DownloadDialog({ eventId, account, isStaff, photos, section, onClose }: DownloadDialogProps) {
  const photoIds = photos?.map(({ id }) => id);
  const header = { 'X-Account': account };
  const last = isStaff ? originals : photoIds ? null : own;
  // Photos persisted by an earlier release lack the field.
  const reduced = photos?.filter((photo) => photo.original_deleted_at).length ?? 0;
  const isReduced = reduced > 0 && reduced === photos?.length;
  return (
    <ZipDownloadDialog
      title={
        photoIds
          ? `Download ${pluralize(photoIds.length, 'photo', 'photos')}`
          : section
            ? `Download “${section.name}”`
            : 'Download all photos'
      }
      description={`${photoIds ? 'The selected photos' : section ? 'All photos of this section' : 'All photos of this event'} as one ZIP file.`}
      queryKey={['zip-download', account, eventId, photoIds ?? section?.id ?? null]}
      legend="Size"
      choices={isReduced ? [web] : [full, web, ...(last ? [last] : [])]}
      begin={(variant) =>
        call('POST /api/v1/event/{id}/downloads', {
          path: { id: eventId },
          header,
          body: { variant, ...(photoIds ? { photo_ids: photoIds } : section && { section_id: section.id }) },
        })
      }
      read={(downloadId, signal) => call('GET /api/v1/event/{id}/downloads/{downloadId}', { path: { id: eventId, downloadId }, signal })}
      cancel={(downloadId) => call('DELETE /api/v1/event/{id}/downloads/{downloadId}', { path: { id: eventId, downloadId }, header })}
      before={
        photos && (
          <>
            <SaveToPhone
              photos={photos.map(({ id, file_name, taken_at }) => ({ id, fileName: asJpeg(file_name), takenAt: Date.parse(taken_at) }))}
              bytes={reduced > 0 ? null : photos.reduce((sum, photo) => sum + photo.bytes, 0)}
              urlOf={(photoId) => apiUrl(`/api/v1/event/${eventId}/photos/${photoId}/download`)}
            />
            {isReduced && <p className="text-sm">In web size, at most 1,600 pixels wide or high: the originals are no longer kept.</p>}
          </>
        )
      }
      onClose={onClose}
    />
  );
}

/** The camera's name of a photo, which is downloaded as JPEG. */
const asJpeg = (name: string | null): string | null => name && `${name.replace(/\.\w+$/, '')}.jpg`;
