// Shares an image by a link that expires, and revokes such links.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Download, Link2 } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Select } from '#src/ui/select.tsx';
import { createLink, type ImageLink, linkAddress, linksQuery, restoreLink, revokeLink, VALIDITIES, type Validity } from './image-links.ts';

const overlay = createOverlay<ImageLink>();

interface ShareDialogProps {
  image: GeneratedImage;
  onDownload: () => void;
  /** `.venue` above the viewer. */
  className?: string | undefined;
  onClose: () => void;
}

export default function ShareDialog({ image, onDownload, className, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const [hours, setHours] = useState<Validity>('24');
  const [made, setMade] = useState<{ link: ImageLink; token: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: links } = useQuery(linksQuery(image.id));
  const asChanged = overlay.usePatched();
  /** Not after it was revoked: another one can be created then. */
  const shown = made && asChanged(made.link.id, made.link) && (links?.some(({ id }) => id === made.link.id) ?? true) ? made : null;
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const link = await createLink(image.id, Number(hours));
      await client.invalidateQueries(linksQuery(image.id));
      setMade(link);
    } catch (error) {
      setFailure(describeFailure(error).detail);
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Share"
      className={className}
      description="Anyone with the link sees this image without an account, until the link expires or you revoke it. The file contains the description and settings it was made with."
      footer={
        <Button icon={<Download aria-hidden className="size-4" />} disabledReason={offline} onClick={onDownload}>
          Download
        </Button>
      }
    >
      {failure !== null && (
        <Banner tone="danger" title="Couldn’t create the link">
          <p>{failure}</p>
        </Banner>
      )}
      {shown ? (
        <div className="grid gap-2">
          <p className="rounded-md bg-sunken p-3 font-mono text-sm wrap-anywhere select-all">{linkAddress(shown.token)}</p>
          <CopyButton label="Copy link" text={linkAddress(shown.token)} variant="primary" />
          <p className="text-sm text-ink-muted">Expires {formatDateTime(shown.link.expires_at)}. Copy it now: it isn’t shown again.</p>
        </div>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Expires after">{(control) => <Select {...control} options={VALIDITIES} value={hours} onChange={setHours} />}</Field>
          <Button
            variant="primary"
            loading={busy}
            disabledReason={offline}
            icon={<Link2 aria-hidden className="size-4" />}
            onClick={() => void create()}
          >
            Create link
          </Button>
        </div>
      )}
      <Links imageId={image.id} />
    </Dialog>
  );
}

const revoking = (client: QueryClient, imageId: string) =>
  optimisticMutation<ImageLink>({
    item: ({ id }) => `image link ${id}`,
    apply: ({ id }) => overlay.add(id, null),
    send: ({ id }) => revokeLink(imageId, id),
    revert: ({ id }) => restoreLink(imageId, id),
    done: () => 'Link revoked',
    failed: 'Couldn’t revoke the link',
    settle: () => client.invalidateQueries(linksQuery(imageId)),
  });

function Links({ imageId }: { imageId: string }) {
  const client = useQueryClient();
  const query = useQuery(linksQuery(imageId));
  const asChanged = overlay.usePatched();
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const revoke = revoking(client, imageId);
  return (
    <section aria-label="Links that work now" className="grid gap-2">
      <h3 className="text-sm font-medium">Links that work now</h3>
      <QueryState
        query={query}
        skeleton={
          <RowsSkeleton label="Loading the links" rows={1} className="grid gap-2" row="flex h-12 items-center" lines={['h-4 w-48']} />
        }
        failed="Couldn’t load the links"
        offline="The links need a connection."
      >
        {(items) => {
          const links = items.flatMap((link) => asChanged(link.id, link) ?? []);
          if (links.length === 0) return <p className="text-sm text-ink-muted">None.</p>;
          return (
            <ul className="grid gap-2">
              {links.map((link) => (
                <li key={link.id} className="flex items-center gap-3 rounded-md border border-line p-3 text-sm">
                  <span className="min-w-0 flex-1">
                    Expires {formatDateTime(link.expires_at)}
                    <span className="block text-ink-muted">Created by {link.creator}</span>
                  </span>
                  <Button
                    size="sm"
                    disabledReason={offline}
                    aria-label={`Revoke the link that expires ${formatDateTime(link.expires_at)}`}
                    onClick={() => revoke(link)}
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </section>
  );
}
