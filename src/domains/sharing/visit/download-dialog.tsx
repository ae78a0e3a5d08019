import { pluralize } from '#src/lib/format.ts';
import { ZipDownloadDialog } from '#src/shell/zip-download-dialog.tsx';
import { beginDownload, readDownload, type SharedGallery } from './queries.ts';

export interface SharedDownloadDialogProps {
  token: string;
  gallery: SharedGallery;
  /** Photos that the visitor has picked. */
  picked: number;
  onClose: () => void;
}

/** In the size that the link allows. */
export default function SharedDownloadDialog({ token, gallery, picked, onClose }: SharedDownloadDialogProps) {
  const all = { value: 'all' as const, label: 'All photos', help: pluralize(gallery.photos_count, 'photo', 'photos') };
  const picks = { value: 'picks' as const, label: 'My picks', help: pluralize(picked, 'photo', 'photos') };
  return (
    <ZipDownloadDialog
      title="Download photos"
      description={`As one ZIP file, ${gallery.downloads === 'web' ? 'in web size' : 'in full size'}.`}
      queryKey={['zip-download', token]}
      legend="Photos"
      choices={[all, ...(picked > 0 ? [picks] : [])]}
      begin={(choice) => beginDownload(token, choice === 'picks')}
      read={(downloadId, signal) => readDownload(token, downloadId, signal)}
      onClose={onClose}
    />
  );
}
