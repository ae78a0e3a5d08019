import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { RefusedHere } from '#src/lib/refused-here.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { apiUrl } from '#src/transport/base.ts';
import { send } from '#src/transport/fetch.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { PictureFileButton, pictureRefusal } from '#src/ui/picture-file.tsx';
import { toast } from '#src/ui/toast.ts';
import { changeSettings, rereadSettings, uploadPicture, type OrganizationSettings, type SettingsPicture } from './settings-queries.ts';

interface PictureWords {
  title: string;
  lead: string;
  noun: string;
  none: string;
  hint: string;
}

const words: Record<SettingsPicture, PictureWords> = {
  avatar: {
    title: 'Picture',
    lead: 'Stands for your organization in lists, and in events where there is no logo.',
    noun: 'picture',
    none: 'No picture yet',
    hint: 'JPEG, PNG, WebP, AVIF or HEIC, at most 5 MB.',
  },
  logo: {
    title: 'Logo',
    lead: 'Stands in the header of your events, in galleries, on join pages, on posters and in emails.',
    noun: 'logo',
    none: 'No logo yet',
    hint: 'A PNG or WebP with a transparent background looks best. At most 5 MB.',
  },
};

const urlOf = ({ profile, branding }: OrganizationSettings, kind: SettingsPicture): string | null =>
  kind === 'avatar' ? profile.avatar_url : branding.logo_url;

interface PictureCardProps {
  kind: SettingsPicture;
  settings: OrganizationSettings;
  whyNot: string | null;
}

/** A picture of the organization. It is set at once; taking it away can be undone. */
export function PictureCard({ kind, settings, whyNot }: PictureCardProps) {
  const { title, lead, noun, none, hint } = words[kind];
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const { organization_id: orgId } = settings;
  const { name } = settings.profile;
  const url = urlOf(settings, kind);
  const upload = useMutation({
    mutationFn: (picture: Blob) => {
      const refusal = pictureRefusal(picture);
      if (refusal !== null) throw new RefusedHere(refusal);
      return uploadPicture(client, orgId, kind, picture);
    },
    onSuccess: () => toast.success(`${title} saved`),
  });
  const remove = useMutation({
    mutationFn: async (shown: string) => {
      // What was shown is held, so that it can be put back.
      const kept = await send(new Request(apiUrl(shown))).then((answer) => (answer.ok ? answer.blob() : null));
      await removePicture(settings);
      return kept;
    },
    onSuccess: (kept) => toast.success(`${title} removed`, kept ? { action: { label: 'Undo', onClick: () => upload.mutate(kept) } } : {}),
  });
  /** Whatever else was changed meanwhile: that there is no picture overwrites nothing but the picture. */
  const removePicture = async (base: OrganizationSettings): Promise<void> => {
    try {
      await changeSettings(client, base, kind === 'avatar' ? { avatar_url: null } : { branding: { logo_url: null } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error;
      const now = await rereadSettings(client, orgId);
      if (urlOf(now, kind) !== urlOf(base, kind)) throw new RefusedHere(`Somebody else has just changed the ${noun}. Look at it first.`);
      await removePicture(now);
    }
  };
  const failure = upload.error ?? remove.error;
  const reason = isOnline ? whyNot : NEEDS_CONNECTION;
  const press = () => {
    upload.reset();
    remove.reset();
  };
  return (
    <Card title={title} lead={lead}>
      <div className="grid h-40 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
        {url ? (
          <img
            src={apiUrl(url)}
            alt={name}
            className={kind === 'logo' ? 'max-h-40 max-w-full object-contain p-4' : 'max-h-40 max-w-full object-contain'}
          />
        ) : (
          <p className="px-4 text-sm text-ink-muted">{none}</p>
        )}
      </div>
      {failure && (
        <Banner tone="danger" title={`The ${noun} was not changed`}>
          {describeFailure(failure).detail}
        </Banner>
      )}
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
    </Card>
  );
}
