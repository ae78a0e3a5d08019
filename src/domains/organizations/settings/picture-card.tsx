import { useQueryClient } from '@tanstack/react-query';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { PictureControls } from '#src/shell/picture-controls.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Card } from '#src/ui/card.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { changeSettings, refetchSettings, uploadPicture, type OrganizationSettings, type SettingsPicture } from './settings-queries.ts';

interface PictureCopy {
  title: string;
  lead: string;
  noun: string;
  none: string;
  hint: string;
}

const pictureCopy: Record<SettingsPicture, PictureCopy> = {
  avatar: {
    title: 'Picture',
    lead: 'Shown for your organization in lists, and in events without a logo.',
    noun: 'picture',
    none: 'No picture yet',
    hint: 'JPEG, PNG, WebP, AVIF or HEIC, up to 5 MB.',
  },
  logo: {
    title: 'Logo',
    lead: 'Shown in your events, galleries, join pages, posters and emails.',
    noun: 'logo',
    none: 'No logo yet',
    hint: 'A PNG or WebP with a transparent background looks best. Up to 5 MB.',
  },
};

const urlOf = ({ profile, branding }: OrganizationSettings, kind: SettingsPicture): string | null =>
  kind === 'avatar' ? profile.avatar_url : branding.logo_url;

interface PictureCardProps {
  kind: SettingsPicture;
  settings: OrganizationSettings;
  disabledReason: string | null;
}

/** A picture of the organization. */
export function PictureCard({ kind, settings, disabledReason }: PictureCardProps) {
  const { title, lead, noun, none, hint } = pictureCopy[kind];
  const client = useQueryClient();
  const { organization_id: orgId } = settings;
  const { name } = settings.profile;
  const url = urlOf(settings, kind);
  /** Whatever else was changed meanwhile: that there is no picture overwrites nothing but the picture. */
  const removePicture = async (base: OrganizationSettings): Promise<void> => {
    try {
      await changeSettings(client, base, kind === 'avatar' ? { avatar_url: null } : { branding: { logo_url: null } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error;
      const now = await refetchSettings(client, orgId);
      if (urlOf(now, kind) !== urlOf(base, kind)) throw new UserFacingError(`Someone else just changed the ${noun}. Review it first.`);
      await removePicture(now);
    }
  };
  return (
    <Card title={title} lead={lead}>
      <div className="grid h-40 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
        {url ? (
          <FallbackImage
            src={apiUrl(url)}
            alt={name}
            className={kind === 'logo' ? 'max-h-40 max-w-full object-contain p-4' : 'max-h-40 max-w-full object-contain'}
          />
        ) : (
          <p className="px-4 text-sm text-ink-muted">{none}</p>
        )}
      </div>
      <PictureControls
        {...{ title, noun, hint, url, disabledReason }}
        upload={(picture) => uploadPicture(client, orgId, kind, picture)}
        remove={() => removePicture(settings)}
      />
    </Card>
  );
}
