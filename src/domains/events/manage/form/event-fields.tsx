import { useId, useMemo, type ReactNode } from 'react';
import { limits } from '#openapi/limits.ts';
import type { Event } from '#src/domains/events/event.ts';
import { RETENTION_DAYS } from '#src/domains/events/manage/form/event-form-values.ts';
import { endTime, fromLocalInput, deviceTimeZone, formatTimeZone } from '#src/domains/events/manage/local-time.ts';
import {
  downloadsLabels,
  guestAccessLabels,
  joinIdentityLabels,
  joinPolicyLabels,
  retentionScopeLabels,
  statusLabels,
  visibilityLabels,
} from '#src/domains/events/manage/status-labels.ts';
import { parseHours } from '#src/lib/event-duration.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { zoneNameIfDifferent } from '#src/lib/time-zone.ts';
import { GalleryRulesFields } from '#src/shell/gallery-rules-fields.tsx';
import { RadioField, SelectField, SwitchField, TextAreaField, TextField, useFieldDefault, useFieldValue } from '#src/ui/form.tsx';

const types = (['private', 'public'] as const).map((value) => ({
  value,
  label: visibilityLabels[value].name,
  help: visibilityLabels[value].help,
}));
const policies = (['code', 'invited', 'closed'] as const).map((value) => ({
  value,
  label: joinPolicyLabels[value].name,
  help: joinPolicyLabels[value].help,
}));
const guestAccess = toOptions(guestAccessLabels).map(({ value, label: { name, help } }) => ({ value, label: name, help }));
const downloads = toOptions(downloadsLabels).map(({ value, label: { name, help } }) => ({ value, label: name, help }));
const identities = (['name', 'none', 'account'] as const).map((value) => ({ value, ...joinIdentityLabels[value] }));
const statuses = (['draft', 'active', 'live'] as const).map((value) => ({
  value,
  label: statusLabels[value].name,
  help: statusLabels[value].meaning,
}));

const retentions = [
  { value: 'forever', label: 'Forever' },
  ...RETENTION_DAYS.map((days) => ({ value: days, label: `${days} days` })),
  { value: 'other', label: 'Another number of days' },
];
const retentionScopes = toOptions(retentionScopeLabels).map(({ value, label: { name, help } }) => ({ value, label: name, help }));

interface EventFieldsProps {
  isNew: boolean;
  /** When its photos or originals will be deleted, if that is known. */
  keptUntil?: Event['photos_kept_until'];
}

/** The fields of an event, inside a <Form> of EventFormValues. */
export function EventFields({ isNew, keptUntil = null }: EventFieldsProps) {
  return (
    <>
      <Group title="Details">
        <TextField name="name" label="Name" autoComplete="off" maxLength={limits.eventName} />
        <RadioField name="type" label="Visibility" options={types} />
        <TextAreaField name="description" label="Description" optional help="Shown to guests." />
        <TextField name="location" label="Place" optional autoComplete="off" />
      </Group>
      <Group title="When">
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem] sm:gap-4">
          <TextField name="starts_at" label="Starts" type="datetime-local" />
          <TextField name="duration" label="Hours" inputMode="decimal" autoComplete="off" />
        </div>
        <ZoneField />
        <Span />
        <SwitchField
          name="ends_automatically"
          label="End automatically"
          help="Closes 6 hours after the scheduled end. Photos taken before then are still accepted. If off, you end it yourself."
        />
      </Group>
      <Group title="Access">
        <RadioField name="join_policy" label="Who can join" options={policies} />
        <RadioField name="join_identity" label="Required to join" options={identities} />
        {isNew && <RadioField name="status" label="Status" options={statuses} />}
      </Group>
      <Group title="Photos">
        <GalleryRulesFields />
        <RadioField name="downloads" label="Who can download photos" options={downloads} columns={1} />
        <TextField
          name="reveals_at"
          label="Reveal the gallery at"
          type="datetime-local"
          optional
          help="In the event’s time zone. Until then guests see only their own photos and a countdown, and gallery links stay closed too. Then the gallery opens by itself."
        />
      </Group>
      <Group title="Retention">
        <RetentionFields keptUntil={keptUntil} />
      </Group>
      <Group title="Guests">
        <RadioField name="guest_access" label="People who join with the code" options={guestAccess} columns={1} />
        <TextField
          name="guest_until"
          label="Until"
          optional
          type="datetime-local"
          help="From then on, guests can’t take photos or see those of others. Photos they took before are still accepted. Photographers and viewers stay."
        />
      </Group>
    </>
  );
}

function RetentionFields({ keptUntil }: Required<Pick<EventFieldsProps, 'keptUntil'>>) {
  const retention = useFieldValue('retention');
  const scope = useFieldValue('photo_retention_scope');
  const isChanged = [
    retention !== useFieldDefault('retention'),
    useFieldValue('retention_days') !== useFieldDefault('retention_days'),
    scope !== useFieldDefault('photo_retention_scope'),
  ].some(Boolean);
  const zone = String(useFieldValue('time_zone'));
  return (
    <>
      <SelectField
        name="retention"
        label="Keep photos"
        options={retentions}
        help="Counted from the end of the event, or from the arrival of its last photo if that is later."
      />
      {retention === 'other' && (
        <div className="sm:max-w-40">
          <TextField name="retention_days" label="Days" inputMode="numeric" autoComplete="off" maxLength={4} />
        </div>
      )}
      {retention !== 'forever' && (
        <>
          <RadioField name="photo_retention_scope" label="Deleted after that" options={retentionScopes} columns={1} />
          <p className="text-sm text-ink-muted">
            {keptUntil && !isChanged && (
              <span className="font-medium text-ink">
                {scope === 'everything' ? 'Photos' : 'Originals'} are kept until {formatWeekdayDateTime(keptUntil, zone || null)}.{' '}
              </span>
            )}
            Your admins and everyone with photos in this event are told 14 and 2 days before.
          </p>
        </>
      )}
    </>
  );
}

/** The event's time zone, also used in galleries and file names. */
function ZoneField() {
  const zone = String(useFieldValue('time_zone'));
  const hadTimeZone = Boolean(useFieldDefault('time_zone'));
  const options = useMemo(() => {
    const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', deviceTimeZone(), ...(zone ? [zone] : [])]);
    const zones = [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
    return hadTimeZone ? zones : [{ value: '', label: 'Not set (your time zone)' }, ...zones];
  }, [zone, hadTimeZone]);
  return <SelectField name="time_zone" label="Time zone" help="Used for gallery times and file names." options={options} />;
}

/** The computed end, and the start in the person's own time zone if it differs. */
function Span() {
  const id = useId();
  const zone = String(useFieldValue('time_zone'));
  const moment = fromLocalInput(String(useFieldValue('starts_at')), zone);
  const hours = parseHours(String(useFieldValue('duration')));
  return (
    <p id={id} aria-live="polite" className="-mt-2 text-sm text-ink-muted">
      {moment && hours > 0 && <>Ends {formatWeekdayDateTime(endTime(moment, hours), zone)}. </>}
      {moment && zoneNameIfDifferent(Date.parse(moment), zone) && (
        <>
          It starts {formatWeekdayDateTime(moment)} your time, {formatTimeZone(Date.parse(moment))}.
        </>
      )}
    </p>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <legend className="mb-4 w-full border-b border-line pb-2 text-base font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
