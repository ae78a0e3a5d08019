// The values of the event form and their conversion to requests.
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { limits } from '#openapi/limits.ts';
import type { Event } from '#src/domains/events/event.ts';
import { fromLocalInput, nextFullHour, deviceTimeZone, toLocalInput, nextSameWeekday } from '#src/domains/events/manage/local-time.ts';
import { downloadsOf } from '#src/domains/events/manage/status-labels.ts';
import { hoursField, parseHours } from '#src/lib/event-duration.ts';
import { formatCount } from '#src/lib/format.ts';

type Schemas = components['schemas'];
export type EventSettings = Schemas['EventSettings'];

/** Offered numbers of days. */
export const RETENTION_DAYS = ['30', '90', '180', '365'] as const;
const MAX_RETENTION_DAYS = 3650;

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, `At most ${formatCount(max)} characters.`));

const fields = v.object({
  name: v.pipe(text(limits.eventName), v.nonEmpty('Enter a name for the event.')),
  description: text(limits.eventDescription),
  type: v.picklist(['public', 'private']),
  status: v.picklist(['draft', 'active', 'live']),
  starts_at: v.pipe(v.string(), v.nonEmpty('Choose when it starts.')),
  /** Empty if unset. */
  time_zone: v.string(),
  ends_automatically: v.boolean(),
  duration: hoursField,
  location: text(limits.eventLocation),
  join_policy: v.picklist(['code', 'invited', 'closed']),
  join_identity: v.picklist(['account', 'name', 'none']),
  require_approval: v.boolean(),
  auto_gallery: v.boolean(),
  /** Empty if the gallery opens without a set time. */
  reveals_at: v.string(),
  downloads: v.picklist(['organization', 'participants', 'everyone']),
  guest_access: v.picklist(['view', 'view_and_capture', 'capture']),
  /** Empty if guests have no end. */
  guest_until: v.string(),
  retention: v.picklist(['forever', ...RETENTION_DAYS, 'other']),
  /** Where another number is wanted. */
  retention_days: v.pipe(v.string(), v.trim()),
  photo_retention_scope: v.picklist(['originals', 'everything']),
});

const isRetentionDays = (typed: string) => /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_RETENTION_DAYS;

export const eventFormSchema = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['starts_at'], ['time_zone']],
      ({ starts_at, time_zone }) => fromLocalInput(starts_at, time_zone) !== null,
      'That time doesn’t exist on this date (clock change). Choose another.',
    ),
    ['starts_at'],
  ),
  v.forward(
    v.partialCheck(
      [['reveals_at'], ['time_zone']],
      ({ reveals_at, time_zone }) => reveals_at === '' || fromLocalInput(reveals_at, time_zone) !== null,
      'That time doesn’t exist on this date (clock change). Choose another.',
    ),
    ['reveals_at'],
  ),
  v.forward(
    v.partialCheck(
      [['guest_until'], ['time_zone']],
      ({ guest_until, time_zone }) => guest_until === '' || fromLocalInput(guest_until, time_zone) !== null,
      'That time doesn’t exist on this date (clock change). Choose another.',
    ),
    ['guest_until'],
  ),
  v.forward(
    v.partialCheck(
      [['retention'], ['retention_days']],
      ({ retention, retention_days }) => retention !== 'other' || isRetentionDays(retention_days),
      `Enter a whole number of days, from 1 to ${formatCount(MAX_RETENTION_DAYS)}.`,
    ),
    ['retention_days'],
  ),
);
export type EventFormValues = v.InferOutput<typeof eventFormSchema>;

/** The initial values come from the organization's event settings. */
export function newEventValues(settings: EventSettings, now = Date.now()): EventFormValues {
  return {
    name: '',
    description: '',
    type: settings.default_type,
    status: 'draft',
    starts_at: toLocalInput(nextFullHour(now), deviceTimeZone()),
    time_zone: deviceTimeZone(),
    ends_automatically: true,
    duration: String(settings.default_duration),
    location: '',
    join_policy: 'code',
    join_identity: 'name',
    require_approval: settings.require_approval,
    auto_gallery: settings.auto_gallery,
    reveals_at: '',
    downloads: settings.allow_downloads ? 'everyone' : 'organization',
    guest_access: 'view_and_capture',
    guest_until: '',
    ...retentionValues(null),
    photo_retention_scope: 'originals',
  };
}

function retentionValues(days: number | null): Pick<EventFormValues, 'retention' | 'retention_days'> {
  if (days === null) return { retention: 'forever', retention_days: '' };
  const offered = RETENTION_DAYS.find((number) => number === String(days));
  return offered ? { retention: offered, retention_days: '' } : { retention: 'other', retention_days: String(days) };
}

function daysOf({ retention, retention_days }: Pick<EventFormValues, 'retention' | 'retention_days'>): number | null {
  if (retention === 'forever') return null;
  return Number(retention === 'other' ? retention_days : retention);
}

export function eventValues(event: Event): EventFormValues {
  const {
    name,
    description,
    type,
    starts_at,
    time_zone,
    duration,
    location,
    join_policy,
    join_identity,
    require_approval,
    auto_gallery,
    guest_access,
    guest_until,
    photo_retention_days,
    photo_retention_scope,
  } = event;
  return {
    name,
    description,
    type,
    // Unused by the form of an existing event: its status changes separately.
    status: 'draft',
    starts_at: toLocalInput(starts_at, time_zone),
    time_zone: time_zone ?? '',
    ends_automatically: event.ends_automatically,
    duration: String(duration),
    location,
    join_policy,
    join_identity,
    require_approval,
    auto_gallery,
    reveals_at: event.reveals_at === null ? '' : toLocalInput(event.reveals_at, time_zone),
    downloads: downloadsOf(event),
    guest_access,
    guest_until: guest_until === null ? '' : toLocalInput(guest_until, time_zone),
    ...retentionValues(photo_retention_days),
    photo_retention_scope,
  };
}

/** Copies everything but the start, the reveal, the end for guests and the participants. */
export function copyValues(event: Event, now = Date.now()): EventFormValues {
  // The contract counts code points, `length` counts UTF-16 units.
  const words = Array.from(`Copy of ${event.name}`).slice(0, limits.eventName).join('').trimEnd();
  return {
    ...eventValues(event),
    name: words,
    guest_until: '',
    starts_at: toLocalInput(nextSameWeekday(event.starts_at, now, event.time_zone), event.time_zone),
    reveals_at: '',
  };
}

type Fields = Omit<Schemas['CreateEventRequest'], 'organization_id' | 'status'>;

/** @param before the event as the form first showed it: an unchanged time retains its seconds */
function fieldsOf(
  values: EventFormValues,
  before?: Pick<Event, 'starts_at' | 'reveals_at' | 'guest_until' | 'time_zone' | 'guest_downloads'>,
): Fields {
  const {
    status: _status,
    starts_at,
    reveals_at,
    guest_until,
    time_zone,
    duration,
    downloads,
    retention,
    retention_days,
    ...rest
  } = values;
  const zone = time_zone || null;
  const momentOf = (typed: string, known: string | null | undefined) => {
    const isUnchanged = known && before?.time_zone === zone && toLocalInput(known, zone) === typed;
    return isUnchanged ? known : (fromLocalInput(typed, zone) ?? typed);
  };
  return {
    ...rest,
    starts_at: momentOf(starts_at, before?.starts_at),
    reveals_at: reveals_at === '' ? null : momentOf(reveals_at, before?.reveals_at),
    guest_until: guest_until === '' ? null : momentOf(guest_until, before?.guest_until),
    time_zone: zone,
    duration: parseHours(duration),
    allow_downloads: downloads !== 'organization',
    // Without effect while downloads are off: then it stays as it is.
    guest_downloads: downloads === 'organization' ? (before?.guest_downloads ?? true) : downloads === 'everyone',
    photo_retention_days: daysOf({ retention, retention_days }),
  };
}

export function toCreateRequest(values: EventFormValues, organizationId: string): Schemas['CreateEventRequest'] {
  return { ...fieldsOf(values), status: values.status, organization_id: organizationId };
}

/** Only the changed fields, because two people may edit at once. Null if nothing changed. */
export function toUpdateRequest(values: EventFormValues, event: Event): Schemas['UpdateEventRequest'] | null {
  const fields = fieldsOf(values, event);
  const changed = Object.entries(fields).filter(([key, value]) => event[key as keyof Fields] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}
