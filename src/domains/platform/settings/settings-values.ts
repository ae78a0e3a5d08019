// Form values of the platform settings, and their conversion to and from the API.
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { hoursField, parseHours } from '#src/lib/event-duration.ts';
import type { PlatformSettings } from './queries.ts';

type Schemas = components['schemas'];
type Changes = Schemas['ChangePlatformSettingsRequest'];

export const platformNameSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a name for the platform.'), v.maxLength(60, 'At most 60 characters.')),
});

export const registrationSchema = v.object({
  personal: v.picklist(['open', 'closed']),
  organization: v.picklist(['open', 'approval', 'closed']),
});

export const defaultsSchema = v.object({
  plan: v.picklist(['free', 'pro', 'studio']),
  default_type: v.picklist(['public', 'private']),
  default_duration: hoursField,
  require_approval: v.boolean(),
  auto_gallery: v.boolean(),
  allow_downloads: v.boolean(),
});
type DefaultsValues = v.InferOutput<typeof defaultsSchema>;

export const defaultsValues = ({ organization_defaults: { plan, event_settings: event } }: PlatformSettings): DefaultsValues => ({
  plan,
  ...event,
  default_duration: String(event.default_duration),
});

export const toDefaults = ({ plan, default_duration, ...event }: DefaultsValues): Changes => ({
  organization_defaults: { plan, event_settings: { ...event, default_duration: parseHours(default_duration) } },
});

export const maintenanceSchema = v.object({
  is_on: v.boolean(),
  message: v.pipe(v.string(), v.trim(), v.maxLength(200, 'At most 200 characters.')),
  until: v.pipe(
    v.string(),
    v.check((at) => at === '' || Date.parse(at) > Date.now(), 'Choose a time in the future, or leave empty.'),
  ),
});
type MaintenanceValues = v.InferOutput<typeof maintenanceSchema>;

/** Value of a date-and-time input in the reader's time zone. */
function localTime(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const maintenanceValues = ({ maintenance: { is_on, message, until } }: PlatformSettings): MaintenanceValues => ({
  is_on,
  message,
  // Times of past maintenance are irrelevant for the next one.
  until: until === null || !is_on ? '' : localTime(until),
});

export const toMaintenance = ({ is_on, message, until }: MaintenanceValues): Schemas['PlatformMaintenance'] => ({
  is_on,
  message,
  until: until === '' || !is_on ? null : new Date(until).toISOString(),
});

/** The contract's maximum. */
const MAX_PAID_IMAGES = 1_000_000;

const paidImages = (least: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => text === '' || (/^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= MAX_PAID_IMAGES),
      `Enter a whole number from ${least} to ${MAX_PAID_IMAGES.toLocaleString()}, or leave empty.`,
    ),
  );

export const paidImagesSchema = v.object({ per_day: paidImages(0), per_person: paidImages(1) });
type PaidImagesValues = v.InferOutput<typeof paidImagesSchema>;

const written = (limit: number | null): string => (limit === null ? '' : String(limit));
const read = (text: string): number | null => (text === '' ? null : Number(text));

export const paidImagesValues = ({ paid_images: { per_day, per_person } }: PlatformSettings): PaidImagesValues => ({
  per_day: written(per_day),
  per_person: written(per_person),
});

export const toPaidImages = ({ per_day, per_person }: PaidImagesValues): Changes => ({
  paid_images: { per_day: read(per_day), per_person: read(per_person) },
});

const MB = 1024 * 1024;

/** Unit and minimum of each limit. */
const limitUnits = {
  photo_bytes: { unit: MB, word: 'MB', least: 1 },
  photo_pixels: { unit: 1_000_000, word: 'megapixels', least: 1 },
  open_uploads: { unit: 1, word: 'photos', least: 10 },
  open_upload_bytes: { unit: MB, word: 'MB', least: 1 },
} as const;
export type LimitName = keyof typeof limitUnits;
const limitNames = Object.keys(limitUnits) as LimitName[];

/** The server's maximum in the form's unit, rounded down so that the result never exceeds it. */
export const boundOf = (name: LimitName, bounds: PlatformSettings['bounds']): number => Math.floor(bounds[name] / limitUnits[name].unit);

export function limitsSchema(bounds: PlatformSettings['bounds']) {
  const limit = (name: LimitName) => {
    const { word, least } = limitUnits[name];
    const most = boundOf(name, bounds);
    return v.pipe(
      v.string(),
      v.trim(),
      v.check((value) => /^\d{0,9}$/.test(value), 'Enter a whole number, or leave empty.'),
      v.check((value) => value === '' || Number(value) >= least, `At least ${least} ${word}.`),
      v.check((value) => value === '' || Number(value) <= most, `At most ${most} ${word} (server limit).`),
    );
  };
  return v.object({
    photo_bytes: limit('photo_bytes'),
    photo_pixels: limit('photo_pixels'),
    open_uploads: limit('open_uploads'),
    open_upload_bytes: limit('open_upload_bytes'),
  });
}
type LimitsValues = Record<LimitName, string>;

const eachLimit = <Value>(of: (name: LimitName) => Value) =>
  Object.fromEntries(limitNames.map((name) => [name, of(name)])) as Record<LimitName, Value>;

export const limitsValues = ({ limits }: PlatformSettings): LimitsValues =>
  eachLimit((name) => (limits[name] === null ? '' : String(Math.floor(limits[name] / limitUnits[name].unit))));

export const toLimits = (values: LimitsValues): Changes => ({
  limits: eachLimit((name) => (values[name] === '' ? null : Number(values[name]) * limitUnits[name].unit)),
});
