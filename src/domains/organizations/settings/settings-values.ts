// Schemas of the settings forms, and conversions between form values and the contract's types.
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { limits } from '#openapi/limits.ts';
import { optionalEmailRule } from '#src/lib/email-list.ts';
import { hoursField, parseHours } from '#src/lib/event-duration.ts';
import { formatCount } from '#src/lib/format.ts';
import type { FieldSummaries } from '#src/shell/settings-card.tsx';
import { isColor } from '#src/ui/color-field.tsx';
import type { OrganizationSettings } from './queries.ts';

type Schemas = components['schemas'];
type Changes = Schemas['UpdateOrganizationSettingsRequest'];

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, `At most ${formatCount(max)} characters.`));

export const profileSchema = v.object({
  name: v.pipe(text(limits.organizationName), v.nonEmpty('Enter a name for the organization.')),
  contact_email: v.pipe(v.string(), v.trim(), optionalEmailRule),
  phone_number: v.pipe(
    text(32),
    v.check((value) => value === '' || /^[0-9 ()+./-]{3,}$/.test(value), 'Enter a phone number, such as +49 30 1234567.'),
  ),
  description: text(limits.organizationDescription),
});
type ProfileValues = v.InferOutput<typeof profileSchema>;

export const profileValues = ({ profile }: { profile: OrganizationSettings['profile'] }): ProfileValues => ({
  name: profile.name,
  contact_email: profile.contact_email ?? '',
  phone_number: profile.phone_number ?? '',
  description: profile.description,
});

export const toProfileChanges = ({ contact_email, phone_number, ...rest }: ProfileValues): Schemas['UpdateOrganizationRequest'] => ({
  ...rest,
  contact_email: contact_email || null,
  phone_number: phone_number || null,
});

const orNothing = (value: string) => value || 'nothing';

export const profileSummaries = ({ name, contact_email, phone_number, description }: ProfileValues): FieldSummaries<ProfileValues> => ({
  name: ['Name', name],
  contact_email: ['Contact email', orNothing(contact_email)],
  phone_number: ['Phone number', orNothing(phone_number)],
  description: ['Description', orNothing(description)],
});

export const eventDefaultsSchema = v.object({
  default_type: v.picklist(['public', 'private']),
  default_duration: hoursField,
  require_approval: v.boolean(),
  auto_gallery: v.boolean(),
  allow_downloads: v.boolean(),
});
type EventDefaultsValues = v.InferOutput<typeof eventDefaultsSchema>;

export const eventDefaultsValues = ({ event_settings: settings }: OrganizationSettings): EventDefaultsValues => ({
  ...settings,
  default_duration: String(settings.default_duration),
});

export const toEventDefaults = ({ default_duration, ...rest }: EventDefaultsValues): Changes => ({
  event_settings: { ...rest, default_duration: parseHours(default_duration) },
});

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

export const eventDefaultsSummaries = (values: EventDefaultsValues): FieldSummaries<EventDefaultsValues> => ({
  default_type: ['Visibility', values.default_type === 'public' ? 'Public' : 'Private'],
  default_duration: ['Hours', values.default_duration],
  require_approval: ['Approve photos first', onOrOff(values.require_approval)],
  auto_gallery: ['Open gallery', onOrOff(values.auto_gallery)],
  allow_downloads: ['Downloads', onOrOff(values.allow_downloads)],
});

const color = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.check((value) => value === '' || isColor(value), 'Enter a hex color, such as #1d4ed8.'),
);

export const brandingSchema = v.object({ primary_color: color, secondary_color: color });
type BrandingValues = v.InferOutput<typeof brandingSchema>;

/** The contract's default colors. Forms show an empty field for them. */
const NO_PRIMARY = '#000000';
const NO_SECONDARY = '#ffffff';
const orEmpty = (value: string, none: string) => (value.toLowerCase() === none ? '' : value);

export const brandingValues = ({ branding }: { branding: BrandingValues }): BrandingValues => ({
  primary_color: orEmpty(branding.primary_color, NO_PRIMARY),
  secondary_color: orEmpty(branding.secondary_color, NO_SECONDARY),
});

export const toBranding = ({ primary_color, secondary_color }: BrandingValues): Changes => ({
  branding: { primary_color: primary_color || NO_PRIMARY, secondary_color: secondary_color || NO_SECONDARY },
});

export const brandingSummaries = ({ primary_color, secondary_color }: BrandingValues): FieldSummaries<BrandingValues> => ({
  primary_color: ['Primary color', primary_color || 'Default'],
  secondary_color: ['Secondary color', secondary_color || 'None'],
});
