// What stands in the form of an event: text as it was typed, and how it becomes what the contract asks for.
import { formatCount } from '#src/lib/format.ts';
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { limits } from '#openapi/limits.ts';
import type { Event } from '#src/domains/events/event.ts';
import { fromLocalInput, nextFullHour, toLocalInput, weeksLater } from '#src/domains/events/manage/local-time.ts';

type Schemas = components['schemas'];
export type EventSettings = Schemas['EventSettings'];

const DURATION_MIN = 0.25;
const DURATION_MAX = 336;

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, `At most ${formatCount(max)} characters.`));

/** Hours as typed: "2", "2.5", "2,5". NaN for anything else. */
export const hoursOf = (typed: string): number => (/^\s*\d+([.,]\d+)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN);

export const eventFormSchema = v.object({
  name: v.pipe(text(limits.eventName), v.nonEmpty('Give the event a name.')),
  description: text(limits.eventDescription),
  type: v.picklist(['public', 'private']),
  status: v.picklist(['draft', 'active', 'live']),
  starts_at: v.pipe(
    v.string(),
    v.nonEmpty('Say when it begins.'),
    v.check((value) => fromLocalInput(value) !== null, 'That time doesn’t exist on this date (clock change). Choose another.'),
  ),
  duration: v.pipe(
    v.string(),
    v.check((value) => !Number.isNaN(hoursOf(value)), 'Say in hours how long it lasts, as 2 or 2.5.'),
    v.check((value) => !(hoursOf(value) < DURATION_MIN), 'At least a quarter of an hour (0.25).'),
    v.check((value) => !(hoursOf(value) > DURATION_MAX), 'At most 336 hours, which are two weeks.'),
  ),
  location: text(limits.eventLocation),
  join_policy: v.picklist(['code', 'invited', 'closed']),
  require_approval: v.boolean(),
  auto_gallery: v.boolean(),
  allow_downloads: v.boolean(),
});
export type EventFormValues = v.InferOutput<typeof eventFormSchema>;

/** A new event begins with what the organization's event settings say (docs/product.md B2.2). */
export function newEventValues(settings: EventSettings, now: number): EventFormValues {
  return {
    name: '',
    description: '',
    type: settings.default_type,
    status: 'draft',
    starts_at: toLocalInput(nextFullHour(now)),
    duration: String(settings.default_duration),
    location: '',
    join_policy: 'code',
    require_approval: settings.require_approval,
    auto_gallery: settings.auto_gallery,
    allow_downloads: settings.allow_downloads,
  };
}

export function eventValues(event: Event): EventFormValues {
  const { name, description, type, starts_at, duration, location, join_policy, require_approval, auto_gallery, allow_downloads } = event;
  return {
    name,
    description,
    type,
    // Not part of the form of an event that exists: its status has rules of its own.
    status: 'draft',
    starts_at: toLocalInput(starts_at),
    duration: String(duration),
    location,
    join_policy,
    require_approval,
    auto_gallery,
    allow_downloads,
  };
}

/** All of it but when it begins and who came. */
export function copyValues(event: Event, now: number): EventFormValues {
  // The contract counts characters, not the units that `length` counts.
  const words = Array.from(`Copy of ${event.name}`).slice(0, limits.eventName).join('').trimEnd();
  return { ...eventValues(event), name: words, starts_at: toLocalInput(weeksLater(event.starts_at, now)) };
}

type Fields = Omit<Schemas['CreateEventRequest'], 'organization_id' | 'status'>;

/** @param before the moment that the field showed at first: typing the same minute again keeps its seconds */
function fieldsOf(values: EventFormValues, before?: string): Fields {
  const { status: _status, starts_at, duration, ...rest } = values;
  const unchanged = before !== undefined && toLocalInput(before) === starts_at;
  return { ...rest, starts_at: unchanged ? before : (fromLocalInput(starts_at) ?? starts_at), duration: hoursOf(duration) };
}

export function toCreateRequest(values: EventFormValues, organizationId: string): Schemas['CreateEventRequest'] {
  return { ...fieldsOf(values), status: values.status, organization_id: organizationId };
}

/** Only what differs: two people may edit different things at once. Null when nothing does. */
export function toUpdateRequest(values: EventFormValues, event: Event): Schemas['UpdateEventRequest'] | null {
  const fields = fieldsOf(values, event.starts_at);
  const changed = Object.entries(fields).filter(([key, value]) => event[key as keyof Fields] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}
