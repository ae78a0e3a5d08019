import { useMutation } from '@tanstack/react-query';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { send } from '#src/transport/fetch.ts';
import { imageForm } from '#src/transport/image-form.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Trash2 } from '#src/ui/icons.ts';
import { PictureFileButton, pictureSizeError } from '#src/ui/picture-file.tsx';
import { toast } from '#src/ui/toast.ts';
import { NEEDS_CONNECTION, useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';

interface PictureControlsProps {
  /** "Logo". */
  title: string;
  /** "logo". */
  noun: string;
  hint: string;
  /** Of the one that is shown. */
  url: string | null;
  /** Why it cannot be changed, except for being offline. */
  disabledReason: string | null;
  upload: (picture: Blob) => Promise<void>;
  remove: () => Promise<void>;
}

/** Uploads a picture at once; removing it can be undone. */
export function PictureControls({ title, noun, hint, url, disabledReason, ...calls }: PictureControlsProps) {
  const isOnline = useConnection() === 'online';
  const upload = useMutation({
    mutationFn: (picture: Blob) => {
      const refusal = pictureSizeError(picture);
      if (refusal !== null) throw new UserFacingError(refusal);
      return calls.upload(picture);
    },
    onSuccess: () => toast.success(`${title} saved`),
  });
  /** The screen may have closed since: a toast reports failures on every screen, and only this closure still has the picture. */
  const restore = async (removed: Blob): Promise<void> => {
    try {
      await calls.upload(removed);
      toast.success(`${title} saved`);
    } catch (error) {
      toast.error(`Couldn’t restore the ${noun}`, {
        detail: describeFailure(error).detail,
        duration: Infinity,
        action: { label: 'Retry', onClick: () => void restore(removed) },
      });
    }
  };
  const remove = useMutation({
    mutationFn: async (shown: string) => {
      // The removed picture is retained for Undo.
      const removed = await send(new Request(apiUrl(shown))).then((answer) => (answer.ok ? answer.blob() : null));
      await calls.remove();
      return removed;
    },
    onSuccess: (removed) =>
      toast.success(`${title} removed`, removed ? { action: { label: 'Undo', onClick: () => void restore(removed) } } : {}),
  });
  const failure = upload.error ?? remove.error;
  const reason = isOnline ? disabledReason : NEEDS_CONNECTION;
  const press = () => {
    upload.reset();
    remove.reset();
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <PictureFileButton
          label={`${title} file`}
          loading={upload.isPending}
          disabledReason={reason}
          onPress={press}
          onChosen={(chosen) => upload.mutate(chosen)}
        >
          {url ? `Choose another ${noun}` : `Choose a ${noun}`}
        </PictureFileButton>
        {url && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 aria-hidden className="size-4" />}
            loading={remove.isPending}
            disabledReason={reason}
            onClick={() => {
              press();
              remove.mutate(url);
            }}
          >
            Remove
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-muted">{hint}</p>
      {failure && (
        <Banner tone="danger" title={`Couldn’t change the ${noun}`}>
          {describeFailure(failure).detail}
        </Banner>
      )}
    </>
  );
}

/** The controls of the signed-in user's own picture. */
export function OwnPictureControls({ user }: { user: Snapshot['user'] }) {
  return (
    <PictureControls
      title="Picture"
      noun="picture"
      hint="JPEG, PNG, WebP, AVIF or HEIC, up to 5 MB. We’ll crop it square. People in your organizations and events can see it."
      url={user.avatar_url ?? null}
      disabledReason={null}
      upload={async (picture) => {
        await session.signIn(unwrap(await api.POST('/api/v1/auth/avatar', imageForm(picture))));
      }}
      remove={async () => {
        await session.signIn(unwrap(await api.DELETE('/api/v1/auth/avatar')));
      }}
    />
  );
}
