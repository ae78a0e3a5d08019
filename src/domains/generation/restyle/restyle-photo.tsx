// Restyles one event photo from the gallery. A photo that still waits on this device is restyled after its upload.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { RecipeSource } from '#src/domains/generation/compose/recipe.ts';
import { sourceUrl } from '#src/domains/generation/compose/source-field.tsx';
import { hasStylePreview } from '#src/domains/generation/compose/style-preview.tsx';
import { eventOwners, type OwnerChoice } from '#src/domains/generation/event-owners.ts';
import type { GeneratedImage, ImageOwner } from '#src/domains/generation/generation.ts';
import { NOT_CHARGED, progressLabel } from '#src/domains/generation/labels.ts';
import { LookGrid } from '#src/domains/generation/looks/look-grid.tsx';
import { lookRequest, type Look } from '#src/domains/generation/looks/looks.ts';
import { creditsQuery, modelsQuery } from '#src/domains/generation/queries.ts';
import { type RequestProgress, submitRequest, useRequestProgress } from '#src/domains/generation/requests.ts';
import { GeneratedPicture } from '#src/domains/generation/results/generated-picture.tsx';
import type { Sender, sendImageToEvent } from '#src/domains/generation/results/image-to-event.ts';
import { canShareFiles, saveOriginal, shareOriginal } from '#src/domains/generation/results/original-file.ts';
import { PostButton } from '#src/domains/generation/results/post-to-event.tsx';
import { deviceLabel } from '#src/lib/device.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { listPendingPhotos } from '#src/outbox/queue.ts';
import { useSession } from '#src/session/use-session.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Download, Images, Palette, Printer, Share } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Select } from '#src/ui/select.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { LookPreview } from './look-preview.tsx';

export interface RestylePhotoProps {
  sender: Sender;
  event: Parameters<typeof sendImageToEvent>[0] & Parameters<typeof eventOwners>[0];
  /** Whether the person may add photos to the event now. */
  canSend: boolean;
  photoId: string;
  onClose: () => void;
}

export default function RestylePhoto({ sender, event, canSend, photoId, onClose }: RestylePhotoProps) {
  /** `id` is null until the request is saved. */
  const [asked, setAsked] = useState<{ id: string | null; look: Look } | null>(null);
  const owners = eventOwners(event, useSession()?.user.organizations ?? []);
  const [chosenOwner, setChosenOwner] = useState(owners[0]?.owner ?? null);
  // The organization may be suspended meanwhile.
  const owner = owners.some((each) => each.owner === chosenOwner) ? chosenOwner : null;
  const payer = owners.length > 1 ? payerOf(owner, owners) : null;
  const ownerField = owners.length > 1 && <OwnerField owners={owners} owner={owner} onOwner={setChosenOwner} />;
  const progress = useRequestProgress(sender.account, owner, asked?.id ?? null);
  const [previewed, setPreviewed] = useState<Look | null>(null);
  const isOnline = useConnection() === 'online';
  const source = { kind: 'photo' as const, id: photoId, event_id: event.id };
  const ask = async (look: Look, strength?: number) => {
    const id = uuid7();
    const body = lookRequest(look, source, owner, strength);
    setPreviewed(null);
    setAsked({ id: null, look });
    try {
      await submitRequest({ id, account: sender.account, body, modelName: look.model.name });
      setAsked({ id, look });
    } catch (error) {
      setAsked(null);
      toast.error('Couldn’t save the request', { detail: describeFailure(error).detail });
    }
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Restyle"
      description={
        (asked?.look ?? previewed)
          ? (asked?.look ?? previewed)?.name
          : owners.length > 1
            ? 'Choose a style.'
            : 'Choose a style. Your creations are saved to your gallery.'
      }
      className="venue"
      footer={
        <Link
          to={owner === null ? '/dashboard/generate' : '/organization/generate-image'}
          search={{ photo: photoId, event: event.id }}
          className={buttonClass({ className: 'w-full' })}
        >
          All options
        </Link>
      }
    >
      {asked ? (
        <RestyleRequest
          progress={progress}
          event={event}
          photoId={photoId}
          sender={sender}
          canSend={canSend}
          owner={owner}
          onAgain={() => setAsked(null)}
          onView={onClose}
        />
      ) : previewed ? (
        <LookPreview
          look={previewed}
          source={source}
          owner={owner}
          payer={payer}
          ownerField={ownerField}
          onCreate={(strength) => void ask(previewed, strength)}
          onBack={() => setPreviewed(null)}
        />
      ) : (
        <Looks
          source={source}
          owner={owner}
          ownerField={ownerField}
          onChoose={(look) => (isOnline && hasStylePreview(look.model, look.style) ? setPreviewed(look) : void ask(look))}
        />
      )}
    </Sheet>
  );
}

/** "Aurora Events", or "mine". */
const payerOf = (owner: ImageOwner, owners: readonly OwnerChoice[]): string =>
  owner === null ? 'mine' : (owners.find((each) => each.owner === owner)?.name ?? 'the organization');

const MINE = 'mine';

interface OwnerFieldProps {
  owners: readonly OwnerChoice[];
  owner: ImageOwner;
  onOwner: (owner: ImageOwner) => void;
}

function OwnerField({ owners, owner, onOwner }: OwnerFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="shrink-0 text-sm font-medium">
        Credits and gallery
      </label>
      <Select
        id={id}
        className="flex-1"
        options={owners.map((each) => ({ value: each.owner ?? MINE, label: each.name }))}
        value={owner ?? MINE}
        onChange={(value) => onOwner(value === MINE ? null : value)}
      />
    </div>
  );
}

interface LooksProps {
  source: RecipeSource;
  owner: ImageOwner;
  /** Whose credits are used, where there is a choice. */
  ownerField: ReactNode;
  onChoose: (look: Look) => void;
}

function Looks({ source, owner, ownerField, onChoose }: LooksProps) {
  const models = useQuery(modelsQuery(owner));
  const { data: credits } = useQuery(creditsQuery(owner));
  const isOnline = useConnection() === 'online';
  return (
    <div className="grid gap-4">
      {ownerField}
      {!isOnline && <Banner title="We’ll start once the server responds" />}
      <QueryState
        query={models}
        skeleton={
          <Loading label="Loading the styles" className="look-grid">
            {Array.from({ length: 6 }, (_, tile) => (
              <Skeleton key={tile} className="aspect-square" />
            ))}
          </Loading>
        }
        failed="Couldn’t load the styles"
        offline="Open this once while you’re online to use it offline."
      >
        {(items) => (
          <>
            <LookGrid owner={owner} models={items} source={source} own={sourceUrl(source, 'thumb')} credits={credits} onChoose={onChoose} />
            <p className="text-sm text-ink-muted">{NOT_CHARGED}</p>
          </>
        )}
      </QueryState>
    </div>
  );
}

interface RestyleRequestProps {
  progress: RequestProgress;
  event: Parameters<typeof sendImageToEvent>[0];
  photoId: string;
  sender: Sender;
  canSend: boolean;
  owner: ImageOwner;
  onAgain: () => void;
  /** The result is opened in the event's gallery. */
  onView: () => void;
}

function RestyleRequest({ progress, event, photoId, sender, canSend, owner, onAgain, onView }: RestyleRequestProps) {
  const [image] = progress.state === 'finished' ? progress.generation.images : [];
  if (image) return <RestyleResult {...{ image, event, sender, canSend, owner, onAgain, onView }} />;
  if (progress.state === 'waiting') return <Waiting account={sender.account} eventId={event.id} photoId={photoId} owner={owner} />;
  if (progress.state === 'under-way') {
    const words = progressLabel(progress.generation);
    return (
      <div className="grid gap-3 py-4">
        <p aria-live="polite" className="text-ink-muted">
          {words}
        </p>
        <Progress label={words} value={progress.generation.status === 'queued' ? 0 : progress.generation.progress} />
        <p className="text-sm text-ink-muted">You can close this. We’ll keep working.</p>
      </div>
    );
  }
  return (
    <Banner
      tone="danger"
      title="Couldn’t create the image"
      actions={
        <Button size="sm" onClick={onAgain}>
          Choose another style
        </Button>
      }
    >
      <p>{progress.state === 'refused' ? progress.why : (progress.generation.error?.message ?? 'The request was canceled.')}</p>
    </Banner>
  );
}

interface WaitingProps {
  account: string;
  eventId: string;
  photoId: string;
  owner: ImageOwner;
}

/** Explains the wait: for a connection, for the photo's upload, or for the server. */
function Waiting({ account, eventId, photoId, owner }: WaitingProps) {
  const isOnline = useConnection() === 'online';
  const { data: isUndelivered } = useQuery({
    queryKey: ['make-of-this', 'undelivered', account, photoId],
    queryFn: async () => (await listPendingPhotos(account, eventId)).some(({ id }) => id === photoId),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <div role="status" className="grid gap-3 py-4">
      <p>
        {!isOnline
          ? `Waiting on this ${deviceLabel}. We’ll start when the app is open and the server can be reached.`
          : isUndelivered
            ? 'We’ll start as soon as the photo is stored on the server.'
            : 'Sending the request…'}
      </p>
      <p className="text-sm text-ink-muted">
        You can close this. The result appears in {owner === null ? 'your gallery' : 'the organization’s image gallery'}.
      </p>
    </div>
  );
}

const ShareDialog = lazyPart(() => import('#src/domains/generation/results/share-dialog.tsx'), {
  name: 'the dialog',
  close: ({ onClose }) => onClose(),
});
const PrintDialog = lazyPart(() => import('#src/domains/generation/results/print-dialog.tsx'), {
  name: 'the dialog',
  close: ({ onClose }) => onClose(),
});

function RestyleResult({
  image,
  event,
  sender,
  canSend,
  owner,
  onAgain,
  onView,
}: Omit<RestyleRequestProps, 'progress' | 'photoId'> & { image: GeneratedImage }) {
  const [opened, setOpened] = useState<'share' | 'print' | null>(null);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const trying = async (failed: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error(failed, { detail: describeFailure(error).detail });
    }
  };
  const save = () => trying('Couldn’t download the image', () => saveOriginal(image));
  return (
    <div className="grid gap-3">
      <div
        role="img"
        aria-label={image.is_sensitive ? 'The result, hidden because it may show nudity' : 'The result'}
        className="relative overflow-hidden rounded-md bg-sunken"
        style={{ aspectRatio: `${image.width} / ${image.height}`, maxHeight: '60dvh' }}
      >
        <GeneratedPicture image={image} variant="preview" fit="contain" />
      </div>
      {canSend && <PostButton sender={sender} event={event} image={image} onView={onView} />}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        <Button disabledReason={offline} icon={<Download aria-hidden className="size-4" />} onClick={() => void save()}>
          Download
        </Button>
        <Button
          disabledReason={offline}
          icon={<Share aria-hidden className="size-4" />}
          onClick={() => (canShareFiles() ? void trying('Couldn’t share the image', () => shareOriginal(image)) : setOpened('share'))}
        >
          Share
        </Button>
        <Button disabledReason={offline} icon={<Printer aria-hidden className="size-4" />} onClick={() => setOpened('print')}>
          Print
        </Button>
      </div>
      <Link
        to={owner === null ? '/dashboard/gallery' : '/organization/image-gallery'}
        search={{ image: image.id }}
        className={buttonClass()}
      >
        <Images aria-hidden className="size-4" />
        {owner === null ? 'Open in my gallery' : 'Open in the image gallery'}
      </Link>
      <Button icon={<Palette aria-hidden className="size-4" />} onClick={onAgain}>
        Another style
      </Button>
      {opened === 'share' && <ShareDialog className="venue" image={image} onDownload={() => void save()} onClose={() => setOpened(null)} />}
      {opened === 'print' && <PrintDialog className="venue" image={image} onClose={() => setOpened(null)} />}
    </div>
  );
}
