import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { ChoicesField, eventChoices, namedChoice, organizationChoices } from '#src/domains/platform/choices-field.tsx';
import { platformSettingsQuery } from '#src/domains/platform/settings/queries.ts';
import { pluralize } from '#src/lib/format.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { call } from '#src/transport/call.ts';
import { RadioField, SelectField, SwitchField, TextAreaField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { announcements, type AnnouncementTarget, reachQuery, targetRoleLabels } from './queries.ts';

/** Composes an announcement, with a preview and the number of recipients. */
export default function NewAnnouncement({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  // A retry with the same id creates the announcement once.
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
        await call('POST /api/v1/platform/announcements', {
          body: { id, title, body, link: link || null, target, by_mail, by_push, send_at: sendAt },
        });
        await announcements.invalidate(client);
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

const MAX_TITLE_LENGTH = 120;
const MAX_BODY_LENGTH = 2000;

const roles = ['super_admin', 'admin', 'organization', 'member', 'user'] as const;

/** Parses a date-and-time input in the reader's time zone. Null if it is empty or invalid. */
function parseLocalDateTime(value: string): Date | null {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? null : at;
}

/** The server's limit. */
const MAX_SCHEDULE_AHEAD_MS = 366 * 24 * 3600 * 1000;

const announcementSchema = v.pipe(
  v.object({
    title: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter a title.'),
      v.maxLength(MAX_TITLE_LENGTH, `At most ${MAX_TITLE_LENGTH} characters.`),
    ),
    body: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter the text.'),
      v.maxLength(MAX_BODY_LENGTH, `At most ${MAX_BODY_LENGTH.toLocaleString()} characters.`),
    ),
    link: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(300, 'At most 300 characters.'),
      v.check((link) => link === '' || /^\/([^/\\\s]\S*)?$/.test(link), 'Start with a slash and don’t use spaces, such as /dashboard.'),
    ),
    kind: v.picklist(['everyone', 'role', 'organization', 'event']),
    role: v.picklist(roles),
    organization: v.array(namedChoice),
    event: v.array(namedChoice),
    by_mail: v.boolean(),
    by_push: v.boolean(),
    when: v.picklist(['now', 'later']),
    send_at: v.string(),
  }),
  v.forward(
    v.check(({ kind, organization }) => kind !== 'organization' || organization.length === 1, 'Choose an organization.'),
    ['organization'],
  ),
  v.forward(
    v.check(({ kind, event }) => kind !== 'event' || event.length === 1, 'Choose an event.'),
    ['event'],
  ),
  v.forward(
    v.check(
      ({ when, send_at: at }) => when === 'now' || (parseLocalDateTime(at)?.getTime() ?? 0) > Date.now(),
      'Choose a time in the future.',
    ),
    ['send_at'],
  ),
  v.forward(
    v.check(
      ({ when, send_at: at }) => when === 'now' || (parseLocalDateTime(at)?.getTime() ?? 0) < Date.now() + MAX_SCHEDULE_AHEAD_MS,
      'Choose a time within a year.',
    ),
    ['send_at'],
  ),
);
type AnnouncementValues = v.InferOutput<typeof announcementSchema>;

const NEW_ANNOUNCEMENT: AnnouncementValues = {
  title: '',
  body: '',
  link: '',
  kind: 'everyone',
  role: 'organization',
  organization: [],
  event: [],
  by_mail: false,
  by_push: false,
  when: 'now',
  send_at: '',
};

/** Null if no recipients are chosen yet. */
function targetOf({
  kind,
  role,
  organization,
  event,
}: Pick<AnnouncementValues, 'kind' | 'role' | 'organization' | 'event'>): AnnouncementTarget | null {
  if (kind === 'everyone') return { kind };
  if (kind === 'role') return { kind, role };
  const [chosen] = kind === 'organization' ? organization : event;
  return chosen ? { kind, id: chosen.id } : null;
}

interface MailPreviewProps {
  title: string;
  body: string;
  /** Whether the email has a link. */
  isLinked: boolean;
}

/** The colors of `server/mail/email-content.ts`. Emails are always light, regardless of the app's theme. */
const paper = { background: '#ffffff', color: '#1d1f24' };
const brand = { background: '#4353c9', color: '#ffffff' };
const pale = { color: '#5b5f69' };

/** A preview of the announcement email. The text matches `announcementEmail`. */
function MailPreview({ title, body, isLinked }: MailPreviewProps) {
  const { data } = useQuery(platformSettingsQuery);
  const name = data?.name ?? 'AI Image Suite';
  return (
    <figure aria-label="Email" className="grid gap-2">
      <figcaption className="text-sm wrap-anywhere text-ink-muted">Email: {title || 'Title'}</figcaption>
      <div className="overflow-hidden rounded-md border border-line text-sm" style={paper}>
        <p className="px-4 py-3 font-semibold wrap-anywhere" style={brand}>
          {name}
        </p>
        <div className="grid justify-items-start gap-3 p-4 wrap-anywhere">
          <p className="whitespace-pre-line">{(body || 'Text').split(/\s*\n\s*/).join('\n\n')}</p>
          <span className="rounded-md px-4 py-2 font-semibold" style={brand}>
            {isLinked ? 'Read more' : 'Open the app'}
          </span>
          <p style={pale}>You can turn off emails like this in your profile settings.</p>
          <p className="wrap-anywhere" style={pale}>
            {name}
          </p>
        </div>
      </div>
    </figure>
  );
}
