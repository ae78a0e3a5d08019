import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoicesField } from '#src/domains/platform/choices-field.tsx';
import { eventChoices, organizationChoices } from '#src/domains/platform/named-choice.ts';
import { pluralize } from '#src/lib/format.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { RadioField, SelectField, SwitchField, TextAreaField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  announcementSchema,
  MAX_BODY_LENGTH,
  MAX_TITLE_LENGTH,
  parseLocalDateTime,
  NEW_ANNOUNCEMENT,
  targetOf,
  type AnnouncementValues,
} from './announcement-form-values.ts';
import { targetRoleLabels } from './announcement-labels.ts';
import { MailPreview } from './mail-preview.tsx';
import { invalidateAnnouncements, createAnnouncement, reachQuery } from './queries.ts';

/** Something to tell people: shown as they will see it, and how many it reaches. */
export default function NewAnnouncement({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  // Sent twice, as when an answer was lost, it is one.
  const [id] = useState(uuid7);
  return (
    <SheetForm<AnnouncementValues, AnnouncementValues>
      title="New announcement"
      description="It appears in the recipients’ notifications. Emails and device notifications can’t be recalled."
      schema={announcementSchema}
      values={NEW_ANNOUNCEMENT}
      submitLabel={({ when }) => (when === 'later' ? 'Schedule' : 'Send')}
      failureTitle="Couldn’t send the announcement"
      submit={async (values) => {
        const { title, body, link, by_mail, by_push, when, send_at: at } = values;
        const target = targetOf(values) ?? { kind: 'everyone' as const };
        const sendAt = when === 'later' ? (parseLocalDateTime(at)?.toISOString() ?? null) : null;
        await createAnnouncement({ id, title, body, link: link || null, target, by_mail, by_push, send_at: sendAt });
        await invalidateAnnouncements(client);
        return values;
      }}
      onDone={({ when }) => {
        toast.success(when === 'later' ? 'Announcement scheduled' : 'Sending announcement');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField name="title" label="Title" maxLength={MAX_TITLE_LENGTH} autoComplete="off" />
        <TextAreaField name="body" label="Text" rows={5} maxLength={MAX_BODY_LENGTH} />
        <TextField name="link" label="Link" optional maxLength={300} autoComplete="off" help="A path in this app, such as /dashboard." />
      </div>
      <Audience />
      <Delivery />
      <Preview />
    </SheetForm>
  );
}

function Audience() {
  const kind = useFieldValue('kind');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RadioField
        name="kind"
        label="To"
        options={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'role', label: 'People with a role' },
          { value: 'organization', label: 'Members of an organization' },
          { value: 'event', label: 'Participants of an event', help: 'Includes members of its organization.' },
        ]}
      />
      {kind === 'role' && <SelectField name="role" label="Role" options={toOptions(targetRoleLabels)} />}
      {kind === 'organization' && (
        <ChoicesField name="organization" label="Organization" max={1} search={organizationChoices} none="No matching organizations." />
      )}
      {kind === 'event' && <ChoicesField name="event" label="Event" max={1} search={eventChoices} none="No matching events." />}
    </div>
  );
}

function Delivery() {
  const when = useFieldValue('when');
  const sendsMail = useSendsMail();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SwitchField
        name="by_mail"
        label="Also by email"
        help={sendsMail ? 'Except people without an account and people who turned off announcement emails.' : 'Email isn’t set up.'}
        disabled={!sendsMail}
      />
      <SwitchField name="by_push" label="Also as a device notification" help="On devices with notifications turned on, while logged in." />
      <RadioField
        name="when"
        label="When"
        columns={2}
        options={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'Later' },
        ]}
      />
      {when === 'later' && <TextField name="send_at" type="datetime-local" label="Date and time" help="In this device’s time zone." />}
    </div>
  );
}

function Preview() {
  const title = String(useFieldValue('title')).trim();
  const body = String(useFieldValue('body')).trim();
  const byMail = useFieldValue('by_mail') === true;
  const link = useFieldValue('link');
  return (
    <section aria-label="Preview" className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <h3 className="text-sm font-medium text-ink-muted">Preview</h3>
      <p className="font-semibold wrap-anywhere">{title || 'Title'}</p>
      <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-muted">{body || 'Text'}</p>
      {byMail && <MailPreview title={title} body={body} isLinked={Boolean(String(link).trim())} />}
      <Reach />
    </section>
  );
}

function Reach() {
  const values = {
    kind: useFieldValue('kind'),
    role: useFieldValue('role'),
    organization: useFieldValue('organization'),
    event: useFieldValue('event'),
  } as Pick<AnnouncementValues, 'kind' | 'role' | 'organization' | 'event'>;
  const [byMail, byPush] = [useFieldValue('by_mail') === true, useFieldValue('by_push') === true];
  const target = targetOf(values);
  const query = useQuery(reachQuery(target));
  if (target === null) return null;
  return (
    <p role="status" className="border-t border-line pt-2 text-sm">
      {query.data
        ? `Reaches ${pluralize(query.data.people, 'person', 'people')}${byMail ? `, ${query.data.by_mail.toLocaleString()} of them by email` : ''}${byPush ? `, ${query.data.by_push.toLocaleString()} of them on a device` : ''}.`
        : query.error
          ? describeFailure(query.error).detail
          : 'Counting recipients…'}
    </p>
  );
}
