// The values of the form of a gallery link, to and from the API.
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import type { GalleryLink } from '#src/domains/sharing/queries.ts';
import type { TimeZone } from '#src/lib/format.ts';
import { fromWallTime, toWallTime } from '#src/lib/time-zone.ts';

type Schemas = components['schemas'];

const MAX_PICKS = 1000;
const MIN_PASSWORD = 4;

export const linkSchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.check((name) => name.trim() !== '', 'Enter a name.'),
      v.maxLength(80, 'Use at most 80 characters.'),
    ),
    scope: v.picklist(['gallery', 'selection', 'photographer', 'section']),
    photographer_id: v.string(),
    section_id: v.string(),
    is_protected: v.boolean(),
    /** Whether the link already has a password: an empty field keeps it. */
    has_password: v.boolean(),
    password: v.pipe(v.string(), v.maxLength(100, 'Use at most 100 characters.')),
    /** The last day, in the event's time zone; empty if it does not expire. */
    last_day: v.string(),
    downloads: v.picklist(['off', 'web', 'full']),
    watermark: v.boolean(),
    takes_picks: v.boolean(),
    picks_limit: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['scope'], ['photographer_id']],
      ({ scope, photographer_id: id }) => scope !== 'photographer' || id !== '',
      'Choose a photographer.',
    ),
    ['photographer_id'],
  ),
  v.forward(
    v.partialCheck([['scope'], ['section_id']], ({ scope, section_id: id }) => scope !== 'section' || id !== '', 'Choose a section.'),
    ['section_id'],
  ),
  v.forward(
    v.partialCheck(
      [['is_protected'], ['has_password'], ['password']],
      ({ is_protected: on, has_password: has, password }) => !on || password.length >= MIN_PASSWORD || (has && password === ''),
      `Use at least ${MIN_PASSWORD} characters.`,
    ),
    ['password'],
  ),
  v.forward(
    v.partialCheck(
      [['takes_picks'], ['picks_limit']],
      ({ takes_picks: on, picks_limit: limit }) => !on || isPicksLimit(limit),
      `Enter a number from 1 to ${MAX_PICKS}.`,
    ),
    ['picks_limit'],
  ),
);
export type LinkValues = v.InferOutput<typeof linkSchema>;

const isPicksLimit = (text: string): boolean => /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_PICKS;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment at which the day ends; null for no day. */
export function endOfDay(day: string, zone: TimeZone): string | null {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? null : new Date(fromWallTime(start + DAY_MS, zone)).toISOString();
}

/** The last day on which a link works; empty if it does not expire. */
export const lastDayOf = (expiresAt: string | null, zone: TimeZone): string =>
  expiresAt === null ? '' : new Date(toWallTime(Date.parse(expiresAt) - 1, zone)).toISOString().slice(0, 10);

/** @param saved the last day that the link has: it may be over */
export const linkSchemaOf = (zone: TimeZone, saved: string) =>
  v.pipe(
    linkSchema,
    v.forward(
      v.partialCheck(
        [['last_day']],
        ({ last_day: day }) => {
          const end = endOfDay(day, zone);
          return end === null || day === saved || Date.parse(end) > Date.now();
        },
        'Choose a day that isn’t over yet.',
      ),
      ['last_day'],
    ),
  );

/** The values of a new link. */
export const newLinkValues = (scope: LinkValues['scope']): LinkValues => ({
  name: '',
  scope,
  photographer_id: '',
  section_id: '',
  is_protected: false,
  has_password: false,
  password: '',
  last_day: '',
  downloads: 'web',
  watermark: true,
  takes_picks: false,
  picks_limit: '40',
});

export const valuesOf = (link: GalleryLink, zone: TimeZone): LinkValues => ({
  name: link.name,
  scope: link.scope,
  photographer_id: link.photographer?.id ?? '',
  // That of a section that was deleted is not chosen again.
  section_id: link.section?.id ?? link.id,
  is_protected: link.has_password,
  has_password: link.has_password,
  password: '',
  last_day: lastDayOf(link.expires_at, zone),
  downloads: link.downloads,
  watermark: link.watermark,
  takes_picks: link.picks_limit !== null,
  picks_limit: String(link.picks_limit ?? 40),
});

const picksOf = ({ takes_picks: on, picks_limit: limit }: LinkValues): number | null => (on ? Number(limit) : null);

/** @param photoIds the photos of a link to a selection */
export const toCreateLink = (values: LinkValues, zone: TimeZone, photoIds: readonly string[]): Schemas['CreateGalleryLinkRequest'] => ({
  name: values.name.trim(),
  scope: values.scope,
  ...(values.scope === 'photographer' && { photographer_id: values.photographer_id }),
  ...(values.scope === 'section' && { section_id: values.section_id }),
  ...(values.scope === 'selection' && { photo_ids: [...photoIds] }),
  ...(values.is_protected && { password: values.password }),
  expires_at: endOfDay(values.last_day, zone),
  downloads: values.downloads,
  watermark: values.watermark,
  picks_limit: picksOf(values),
});

/** Only the changed fields, because two people may edit at once. Null if nothing changed. */
export function toUpdateLink(values: LinkValues, link: GalleryLink, zone: TimeZone): Schemas['UpdateGalleryLinkRequest'] | null {
  const before = valuesOf(link, zone);
  const body: Schemas['UpdateGalleryLinkRequest'] = {
    ...(values.name.trim() !== link.name && { name: values.name.trim() }),
    ...(values.last_day !== before.last_day && { expires_at: endOfDay(values.last_day, zone) }),
    ...(values.downloads !== link.downloads && { downloads: values.downloads }),
    ...(values.watermark !== link.watermark && { watermark: values.watermark }),
    ...(picksOf(values) !== link.picks_limit && { picks_limit: picksOf(values) }),
    ...(!values.is_protected && link.has_password && { password: null }),
    ...(values.is_protected && values.password !== '' && { password: values.password }),
  };
  return Object.keys(body).length > 0 ? body : null;
}
