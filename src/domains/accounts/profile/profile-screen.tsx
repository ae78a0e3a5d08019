import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { changeProfile, emailChangeQuery } from '#src/domains/accounts/queries.ts';
import { ConfirmEmailNote } from '#src/domains/accounts/settings/confirm-email-note.tsx';
import { formatTime, formatWeekdayDateTime } from '#src/lib/format.ts';
import { fullName, isGuest } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { useNoMailMessage } from '#src/shell/no-mail-message.ts';
import { OwnAvatar } from '#src/shell/person-avatar.tsx';
import { OwnPictureControls } from '#src/shell/picture-controls.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Field } from '#src/ui/field.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Select } from '#src/ui/select.tsx';
import { toast } from '#src/ui/toast.ts';

const roles = { organization: 'Organization Admin', member: 'Organization Member' };
const statuses = { invited: 'Invited', active: null, suspended: 'Suspended' };

/** Everything here comes from the session, so it works offline. */
export function ProfileScreen({ user }: { user: Snapshot['user'] }) {
  return (
    <Page
      title="Profile"
      width="text"
      actions={
        <Link to="/dashboard/feedback-support" className={buttonClass()}>
          Help & Support
        </Link>
      }
    >
      <ProfileCards user={user} />
      {user.memberships.length > 0 && (
        <Card title="Organizations">
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {user.memberships.map(({ id, organization_name, role, status }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
                <span className="min-w-0 font-medium wrap-anywhere">{organization_name}</span>
                <span className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
                  {roles[role]}
                  {statuses[status] && <Badge tone="warning">{statuses[status]}</Badge>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Account guest={isGuest(user)} />
    </Page>
  );
}

function Account({ guest }: { guest: boolean }): ReactNode {
  return guest ? (
    <Card title="You don’t have an account yet" lead="With an account, your photos and events are available on every device.">
      <Link to="/register" className={buttonClass({ variant: 'primary', className: 'justify-self-start' })}>
        Create account
      </Link>
    </Card>
  ) : (
    <Card title="Account" lead="Manage your password, passkeys and devices in settings.">
      <Link to="/dashboard/settings" search={{ tab: 'security' }} className={buttonClass({ className: 'justify-self-start' })}>
        Open security settings
      </Link>
    </Card>
  );
}

const NameForm = lazyPart(() => import('./name-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

/** The cards that the super admin's profile shares: name, picture, email and date language. */
export function ProfileCards({ user }: { user: Snapshot['user'] }) {
  const [editing, setEditing] = useState(false);
  const isOnline = useConnection() === 'online';
  return (
    <>
      <Card
        title="You"
        actions={
          <Button disabledReason={!isOnline && NEEDS_CONNECTION} onClick={() => setEditing(true)}>
            Change name
          </Button>
        }
      >
        <div className="flex items-center gap-4">
          <OwnAvatar user={user} size="lg" />
          <div className="grid min-w-0 gap-0.5">
            <p className="line-clamp-3 text-lg font-semibold wrap-anywhere">{fullName(user) || 'No name yet'}</p>
            <p className="text-sm wrap-anywhere text-ink-muted">{user.email ?? 'No account'}</p>
          </div>
        </div>
        <OwnPictureControls user={user} />
        {editing && <NameForm user={user} onClose={() => setEditing(false)} />}
      </Card>
      <ConfirmEmailNote user={user} />
      {user.email !== null && <EmailCard email={user.email} />}
      <DatesCard locale={user.date_locale} />
    </>
  );
}

const ChangeEmail = lazyPart(() => import('./change-email-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

/** The login email, and its pending change. */
function EmailCard({ email }: { email: string }) {
  const query = useQuery(emailChangeQuery);
  useRefetchOnReconnect(query);
  const [changing, setChanging] = useState(false);
  const [delivery, setDelivery] = useState<components['schemas']['MailQueued']['delivery'] | null>(null);
  const isOnline = useConnection() === 'online';
  const pending = query.data?.pending;
  return (
    <Card
      title="Email"
      lead={<span className="wrap-anywhere">{email}</span>}
      actions={
        <Button disabledReason={!isOnline && NEEDS_CONNECTION} onClick={() => setChanging(true)}>
          Change email
        </Button>
      }
    >
      {query.data && <DataAge at={query.dataUpdatedAt} />}
      {pending && <Pending {...pending} email={email} isInFiles={delivery === 'file'} onSent={setDelivery} />}
      {changing && (
        <ChangeEmail
          onDone={(sent) => {
            setDelivery(sent.delivery);
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  );
}

interface PendingProps {
  email: string;
  /** The server writes emails to files instead of sending them. */
  isInFiles: boolean;
  onSent: (delivery: components['schemas']['MailQueued']['delivery']) => void;
}

function Pending({ email, isInFiles, onSent, ...change }: components['schemas']['EmailChange'] & PendingProps) {
  const client = useQueryClient();
  const disabledReason = useConnection() !== 'online' && NEEDS_CONNECTION;
  const refetch = () => client.invalidateQueries(emailChangeQuery);
  const failed = (title: string) => (error: unknown) => toast.error(title, { detail: describeFailure(error).detail });
  const resend = useMutation({
    mutationFn: async () => unwrap(await api.POST('/api/v1/auth/email-change/resend')),
    onSuccess: (sent) => {
      onSent(sent.delivery);
      toast.success(sent.delivery === 'smtp' ? 'New links are on their way' : 'New links were created');
    },
    onError: failed('Couldn’t send the links'),
    onSettled: refetch,
  });
  const cancel = useMutation({
    mutationFn: async () => unwrap(await api.DELETE('/api/v1/auth/email-change')),
    onSuccess: () => toast.success('Email change canceled'),
    onError: failed('Couldn’t cancel the change'),
    onSettled: refetch,
  });
  const noMail = useNoMailMessage();
  const missing = [!change.new_confirmed && change.new_email, !change.old_confirmed && email].filter(Boolean);
  return (
    <div className="grid gap-3">
      <Banner tone="info" title={`Not confirmed yet: ${change.new_email}`}>
        <p className="wrap-anywhere">
          To change your email address, open the link {isInFiles ? 'for' : 'we sent to'} {missing.join(' and the one for ')}. The links work
          until {formatTime(change.expires_at)}.
        </p>
        {isInFiles && <p className="mt-2">{noMail}</p>}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button loading={resend.isPending} disabledReason={disabledReason} onClick={() => resend.mutate()}>
          Resend links
        </Button>
        <Button loading={cancel.isPending} disabledReason={disabledReason} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      </div>
    </div>
  );
}

type DateLocale = components['schemas']['DateLocale'];

const DEVICE = 'device';
const localeNames: Record<NonNullable<DateLocale>, string> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'pt-PT': 'Português',
  'sv-SE': 'Svenska',
  'ja-JP': '日本語',
};
const options = [
  { value: DEVICE, label: 'Same as this device' },
  ...Object.entries(localeNames).map(([value, label]) => ({ value, label })),
];
const isLocale = (value: string): value is NonNullable<DateLocale> => value in localeNames;

/** Formats in the session's date language, which is `_language` whenever this renders. */
const exampleIn = (_language: DateLocale | undefined) => formatWeekdayDateTime(Date.UTC(2026, 11, 31, 18, 5), 'UTC');

/** Date language, synced across devices. */
function DatesCard({ locale }: { locale: DateLocale | undefined }) {
  const isOnline = useConnection() === 'online';
  const change = useMutation({
    mutationFn: (value: string) => changeProfile({ date_locale: isLocale(value) ? value : null }),
    onError: (error) => toast.error('Couldn’t change the date language', { detail: describeFailure(error).detail }),
  });
  const value = change.isPending ? change.variables : (locale ?? DEVICE);
  return (
    <Card title="Dates and times" lead="How dates and times appear to you, on every device.">
      <Field label="Date language" help={`Example: ${exampleIn(locale)}`}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={value}
            disabledReason={!isOnline && NEEDS_CONNECTION}
            onChange={(next) => change.mutate(next)}
          />
        )}
      </Field>
    </Card>
  );
}
