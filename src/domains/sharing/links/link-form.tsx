import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createLink, type GalleryLink, invalidateLinks, linkChoicesQuery, updateLink } from '#src/domains/sharing/queries.ts';
import { pluralize, type TimeZone } from '#src/lib/format.ts';
import { toWallTime } from '#src/lib/time-zone.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { RadioField, SelectField, SwitchField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { linkSchemaOf, newLinkValues, toCreateLink, toUpdateLink, valuesOf } from './link-values.ts';

export interface SharedEventOfLink {
  id: string;
  organization_id: string;
  time_zone: TimeZone;
  allow_downloads: boolean;
}

interface LinkFormProps {
  event: SharedEventOfLink;
  /** The link to change; null for a new one. */
  link: GalleryLink | null;
  /** For a new link to selected photos. */
  photoIds?: readonly string[];
  onDone: (link: GalleryLink) => void;
  onClose: () => void;
}

/** Creates or changes a gallery link. */
export function LinkForm({ event, link, photoIds, onDone, onClose }: LinkFormProps) {
  const client = useQueryClient();
  const choices = useQuery(linkChoicesQuery(event));
  const zone = event.time_zone;
  const values = choices.data && (link ? valuesOf(link, zone) : newLinkValues(photoIds ? 'selection' : 'gallery'));
  return (
    <SheetForm
      title={link ? 'Edit link' : 'New link'}
      description={
        photoIds
          ? `Shows ${pluralize(photoIds.length, 'selected photo', 'selected photos')} to anyone with the link.`
          : link
            ? 'Anyone with the link sees its photos, without an account.'
            : 'Anyone with the link sees its photos, without an account. For chosen photos only, select them in the gallery and press Create link.'
      }
      schema={linkSchemaOf(zone, values?.last_day ?? '')}
      fieldByCode={{ expiry_in_past: 'last_day' }}
      values={values}
      query={choices}
      offline="Sharing needs a connection."
      submitLabel={link ? 'Save' : 'Create link'}
      failureTitle={link ? 'Couldn’t save the link' : 'Couldn’t create the link'}
      submit={async (sent) => {
        const body = link && toUpdateLink(sent, link, zone);
        const saved = link
          ? body
            ? await updateLink(link, body)
            : link
          : await createLink(event.id, toCreateLink(sent, zone, photoIds ?? []));
        await invalidateLinks(client);
        return saved;
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {choices.data && (
        <LinkFields
          isNew={!link && !photoIds}
          {...choices.data}
          allowsDownloads={event.allow_downloads}
          hadPassword={link?.has_password ?? false}
          zone={zone}
        />
      )}
    </SheetForm>
  );
}

interface LinkFieldsProps {
  /** What it shows can be chosen. */
  isNew: boolean;
  photographers: readonly { id: string; name: string; photos_count: number }[];
  sections: readonly { id: string; name: string; audience: 'everyone' | 'organization' }[];
  hasWatermark: boolean;
  /** Of the event. */
  allowsDownloads: boolean;
  hadPassword: boolean;
  zone: TimeZone;
}

function LinkFields({ isNew, photographers, sections, hasWatermark, allowsDownloads, hadPassword, zone }: LinkFieldsProps) {
  const [firstDay] = useState(() => new Date(toWallTime(Date.now(), zone)).toISOString().slice(0, 10));
  const scope = useFieldValue('scope');
  const isProtected = useFieldValue('is_protected') === true;
  const takesPicks = useFieldValue('takes_picks') === true;
  return (
    <>
      <TextField name="name" label="Name" help="Visitors see it above the photos." maxLength={80} autoComplete="off" />
      {isNew && (
        <RadioField
          name="scope"
          label="What it shows"
          columns={1}
          options={[
            {
              value: 'gallery',
              label: 'The whole gallery',
              help: 'All approved photos, also those still to come, without hidden sections.',
            },
            ...(photographers.length > 0
              ? [{ value: 'photographer', label: 'One photographer', help: 'Their approved photos, also those still to come.' }]
              : []),
            ...(sections.length > 0
              ? [{ value: 'section', label: 'One section', help: 'Its approved photos, also those still to come, even if it’s hidden.' }]
              : []),
          ]}
        />
      )}
      {isNew && scope === 'section' && (
        <SelectField
          name="section_id"
          label="Section"
          options={[
            { value: '', label: 'Choose…' },
            ...sections.map(({ id, name, audience }) => ({ value: id, label: audience === 'organization' ? `${name} (hidden)` : name })),
          ]}
        />
      )}
      {isNew && scope === 'photographer' && (
        <SelectField
          name="photographer_id"
          label="Photographer"
          options={[
            { value: '', label: 'Choose…' },
            ...photographers.map(({ id, name, photos_count: count }) => ({
              value: id,
              label: `${name} (${pluralize(count, 'photo', 'photos')})`,
            })),
          ]}
        />
      )}
      <div className="grid gap-4">
        <SwitchField name="is_protected" label="Password" help="Visitors enter it once on each device." />
        {isProtected && (
          <TextField
            name="password"
            type="password"
            label={hadPassword ? 'New password' : 'Password to enter'}
            help={hadPassword ? 'Leave it empty to keep the current one. A new one locks open pages.' : 'At least 4 characters.'}
            maxLength={100}
            autoComplete="new-password"
          />
        )}
      </div>
      <TextField
        name="last_day"
        type="date"
        label="Works until"
        optional
        min={firstDay}
        help="The end of this day in the event’s time zone. Without a day, it works until you revoke it."
      />
      <div className="grid gap-2">
        <RadioField
          name="downloads"
          label="Downloads"
          columns={1}
          options={[
            { value: 'off', label: 'Off' },
            { value: 'web', label: 'Web size', help: 'At most 1600 px, for screens and messages.' },
            { value: 'full', label: 'Full size', help: 'As taken, without location.' },
          ]}
        />
        {!allowsDownloads && (
          <p className="text-sm text-ink-muted">Downloads are off for this event, so they’re off for its links until you allow them.</p>
        )}
      </div>
      {hasWatermark ? (
        <SwitchField name="watermark" label="Watermark" help="On the photos that visitors see and download." />
      ) : (
        // What is saved stays, for the day on which there is one.
        <Switch
          label="Watermark"
          checked={false}
          disabled
          readOnly
          help={
            <>
              Your organization has no watermark.{' '}
              <Link to="/organization/settings" search={{ tab: 'watermark' }} className="font-medium text-accent-text underline">
                Set it up
              </Link>
            </>
          }
        />
      )}
      <div className="grid gap-4">
        <SwitchField name="takes_picks" label="Picks" help="Visitors give their name, pick their favorites and submit them to you." />
        {takesPicks && <TextField name="picks_limit" inputMode="numeric" label="Picks per visitor" help="At most 1,000." maxLength={4} />}
      </div>
    </>
  );
}
