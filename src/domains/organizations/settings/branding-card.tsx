import type { CSSProperties, ReactNode } from 'react';
import { contrast, readableOn } from '#src/lib/color.ts';
import { eventTheme, type EventTheme, themeProperties } from '#src/lib/color.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { ColorField, isColor } from '#src/ui/color-field.tsx';
import { useFieldValue } from '#src/ui/form.tsx';
import { Heart, Images } from '#src/ui/icons.ts';
import type { OrganizationSettings } from './queries.ts';
import { SettingsFields, useSaveSettings } from './settings-form.tsx';
import { brandingSchema, brandingSummaries, brandingValues, toBranding } from './settings-values.ts';

/** The colors of the organization's events. */
export function BrandingCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
  const { save, reread } = useSaveSettings(settings.organization_id);
  const { profile, branding } = settings;
  return (
    <SettingsCard
      title="Colors"
      lead="Used for your events, their galleries and join pages."
      schema={brandingSchema}
      saved={settings}
      valuesOf={brandingValues}
      save={(values, base) => save(base, toBranding(values), toBranding(brandingValues(base)))}
      conflict={{ read: reread, summarize: brandingSummaries }}
      disabledReason={disabledReason}
    >
      <SettingsFields disabledReason={disabledReason}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <ColorField name="primary_color" label="Primary color" unset="Default" help="Buttons, links and selected items." />
          <ColorField name="secondary_color" label="Secondary color" unset="None" help="A stripe on join pages." />
        </div>
      </SettingsFields>
      <BrandingPreview name={profile.name} logo={branding.logo_url ?? profile.avatar_url} />
    </SettingsCard>
  );
}

interface BrandingPreviewProps {
  name: string;
  logo: string | null;
}

/** Previews the form's colors on light and dark screens and on a poster, with messages about their contrast. */
function BrandingPreview({ name, logo }: BrandingPreviewProps) {
  const typed = { primary: String(useFieldValue('primary_color')), secondary: String(useFieldValue('secondary_color')) };
  const primary = isColor(typed.primary) ? typed.primary.trim().toLowerCase() : '#000000';
  const secondary = isColor(typed.secondary) ? typed.secondary.trim().toLowerCase() : '#ffffff';
  const theme = eventTheme({ primary_color: primary });
  const looks = { name, logo, theme, stripe: secondary === '#ffffff' ? null : secondary };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
        <ScreenPreview room="light" caption="Gallery and join page, light theme" {...looks} />
        <ScreenPreview room="dark" caption="Dark theme" {...looks} />
        <PosterPreview name={name} logo={logo} color={primary} />
        <ul aria-live="polite" aria-label="Color legibility" className="grid list-disc gap-1 pl-5 text-sm text-ink-muted">
          {contrastMessages(primary, secondary).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function CaptionedPreview({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {children}
      <figcaption className="text-sm text-ink-muted">{caption}</figcaption>
    </figure>
  );
}

interface ScreenPreviewProps extends BrandingPreviewProps {
  room: 'light' | 'dark';
  caption: string;
  theme: EventTheme | null;
  stripe: string | null;
}

/** Gallery and join page. */
function ScreenPreview({ room, caption, name, logo, theme, stripe }: ScreenPreviewProps) {
  return (
    <CaptionedPreview caption={caption}>
      <div
        aria-hidden
        data-theme={room}
        style={theme ? themeProperties(theme) : undefined}
        className="overflow-hidden rounded-lg border border-line bg-canvas text-ink select-none"
      >
        <div className="flex h-14 items-center gap-3 border-b border-line px-4">
          {logo && <img src={apiUrl(logo)} alt="" className="h-8 max-w-24 object-contain" />}
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm leading-tight font-semibold">Summer Party</p>
            <p className="truncate text-xs text-ink-muted">{name}</p>
          </div>
          <span className="flex shrink-0 items-center gap-1.5 text-sm font-medium text-accent-text">
            <Images className="size-4" />
            Gallery
          </span>
        </div>
        <div className="grid gap-2 px-4 pt-3">
          <div className="flex gap-1.5 text-xs font-medium">
            <span className="rounded-full bg-accent px-3 py-1 text-on-accent">All</span>
            <span className="rounded-full border border-line-strong px-3 py-1">Mine</span>
            <span className="rounded-full border border-line-strong px-3 py-1">Liked</span>
          </div>
          <div className="grid grid-cols-4 gap-1">
            {TILES.map(([from, to], index) => (
              <div
                key={from}
                style={{ background: `linear-gradient(155deg, ${from}, ${to})` }}
                className={
                  index === 1
                    ? 'relative aspect-square rounded-xs outline-3 -outline-offset-3 outline-accent'
                    : 'relative aspect-square rounded-xs'
                }
              >
                {index === 2 && <Heart className="absolute right-1 bottom-1 size-4 fill-current text-[#ff6b81]" />}
              </div>
            ))}
          </div>
        </div>
        <div className="grid gap-3 p-4">
          <div className="overflow-hidden rounded-md border border-line">
            <div className="grid gap-1.5 bg-accent px-4 py-3 text-on-accent">
              <div className="flex min-w-0 items-center gap-2">
                {logo && <img src={apiUrl(logo)} alt="" className="h-6 max-w-20 rounded-sm bg-white object-contain p-0.5" />}
                <p className="truncate text-xs font-medium">{name}</p>
              </div>
              <p className="text-base font-semibold">Summer Party</p>
            </div>
            {stripe && <div className="h-1" style={{ backgroundColor: stripe }} />}
          </div>
          <span className="grid h-10 place-items-center rounded-md bg-accent text-sm font-medium text-on-accent">Join the event</span>
        </div>
      </div>
    </CaptionedPreview>
  );
}

const TILES = [
  ['#3a4f6d', '#c98f6b'],
  ['#6b3f55', '#e3b98f'],
  ['#27443f', '#a9bfa0'],
  ['#4a3a2d', '#d9a760'],
] as const;

/** Header of a printed poster. */
function PosterPreview({ name, logo, color }: { name: string; logo: string | null; color: string }) {
  const head: CSSProperties = { backgroundColor: color, color: readableOn(color) };
  return (
    <CaptionedPreview caption="On the poster">
      <div aria-hidden className="overflow-hidden rounded-lg border border-line bg-white text-center text-[#111] select-none">
        <div style={head} className="flex min-h-12 items-center justify-center gap-2 px-4 py-2 text-sm font-semibold">
          {logo && <img src={apiUrl(logo)} alt="" className="h-7 max-w-24 object-contain" />}
          <span className="truncate">{name}</span>
        </div>
        <p className="px-4 pt-4 text-2xl font-bold tracking-tight">Summer Party</p>
        <div
          style={{ background: 'repeating-conic-gradient(#111 0 25%, #fff 0 50%) 0 0 / 12px 12px' }}
          className="mx-auto my-4 size-24 border-4 border-[#111]"
        />
        <p className="pb-4 text-lg font-bold">Scan to join</p>
      </div>
    </CaptionedPreview>
  );
}

const ratio = (one: string, other: string): string => `${contrast(one, other).toFixed(1)} to 1`;

/** Minimum contrast of adjacent colors (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3;

/** One sentence for each use of the colors. */
export function contrastMessages(primary: string, secondary = '#ffffff'): string[] {
  const theme = eventTheme({ primary_color: primary });
  const ground = theme ? primary : '#000000';
  const stripe =
    secondary !== '#ffffff' && contrast(ground, secondary) < MIN_CONTRAST
      ? [`The secondary color is close to the primary (${ratio(ground, secondary)}), so the stripe is hard to see.`]
      : [];
  if (!theme) return ['No color is set. Events use the default.', ...stripe];
  const label = readableOn(primary);
  return [
    `Text on this color, as on posters and in emails, is ${label === '#ffffff' ? 'white' : 'black'}: easy to read (${ratio(label, primary)}).`,
    theme.light.accentText === primary
      ? `Text in this color is easy to read on light screens (${ratio(primary, '#ffffff')}).`
      : `This color is too light for text on light screens (${ratio(primary, '#ffffff')}), so text is shown darker.`,
    theme.dark.accentText === primary
      ? 'Text in this color is easy to read on dark screens.'
      : 'This color is too dark for text on dark screens, so text is shown lighter.',
    ...stripe,
  ];
}
