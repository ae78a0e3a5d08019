import { lazy, Suspense } from 'react';
import { type GalleryLink, linkAddress } from '#src/domains/sharing/queries.ts';
import { slugify } from '#src/lib/slug.ts';
import { QrDownloads } from '#src/shell/qr-downloads.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

const QrCode = lazy(() => import('#src/ui/qr-code.tsx'));

interface LinkAddressProps {
  link: GalleryLink;
  isNew: boolean;
  onClose: () => void;
}

/** The address of a link, to copy or to scan. Its field gets the focus and is selected. */
export function LinkAddress({ link, isNew, onClose }: LinkAddressProps) {
  const address = linkAddress(link, location.origin);
  if (address === null) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={isNew ? 'Link created' : link.name}
      description={
        link.has_password
          ? 'Send the password separately: the link alone doesn’t open the gallery.'
          : 'Anyone with this link sees its photos.'
      }
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <form onSubmit={(event) => event.preventDefault()}>
        <Field label="Address">
          {(control) => <Input {...control} readOnly value={address} onFocus={({ currentTarget }) => currentTarget.select()} />}
        </Field>
      </form>
      <div className="mx-auto size-48 overflow-hidden rounded-md border border-line bg-white">
        <Suspense fallback={<Skeleton className="size-full !rounded-none" />}>
          <QrCode text={address} label={`QR code of ${link.name}`} />
        </Suspense>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <CopyButton variant="primary" label="Copy link" text={address} />
        <QrDownloads text={address} name={`${slugify(link.name) || 'gallery'}-qr`} />
      </div>
    </Dialog>
  );
}
