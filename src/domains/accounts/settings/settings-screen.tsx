import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import { impersonationsQuery } from '#src/domains/accounts/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatDateTime } from '#src/lib/format.ts';
import type { Theme } from '#src/lib/theme.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useNoMailMessage } from '#src/shell/no-mail-message.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { themeAtom, themeNames } from '#src/shell/theme-atom.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Moon, Sun, SunMoon } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useResendVerification } from './confirm-email-note.tsx';

/** The `tab` values of the URL, with their labels. */
const TABS = { general: 'General', security: 'Security', credits: 'Credits', data: 'Your data' };

type SettingsTab = keyof typeof TABS;

const names = Object.keys(TABS) as SettingsTab[];

interface SettingsScreenProps {
  /** From the URL. The first tab if missing or unknown. */
  tab: string | undefined;
  onTab: (tab: SettingsTab) => void;
  panels: Record<SettingsTab, ReactNode>;
}

/** Personal settings of this device and the account. */
export function SettingsScreen({ tab, onTab, panels }: SettingsScreenProps) {
  const open = names.find((name) => name === tab) ?? 'general';
  return (
    <Page title="Settings" width="text">
      <Tabs label="Settings" tabs={names.map((value) => ({ value, label: TABS[value] }))} value={open} onChange={onTab}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{panels[open]}</div>
      </Tabs>
    </Page>
  );
}

const icons: Record<Theme, typeof Sun> = { system: SunMoon, light: Sun, dark: Moon };

export function ThemeSection() {
  const [theme, setTheme] = useAtom(themeAtom);
  return (
    <Card title="Theme" lead={`Applies to this ${deviceLabel}. The camera and photo viewer are always dark.`}>
      <RadioGroup
        legend="Appearance"
        name="theme"
        columns={3}
        value={theme}
        options={(Object.keys(themeNames) as Theme[]).map((value) => {
          const Icon = icons[value];
          return { value, label: themeNames[value], icon: <Icon aria-hidden className="size-4" /> };
        })}
        onChange={(event) => setTheme(event.target.value as Theme)}
      />
    </Card>
  );
}

export function GuestSection() {
  return (
    <Card
      title="You don’t have an account yet"
      lead={`Your photos are linked to this ${deviceLabel} only. With an account, they’re available everywhere.`}
    >
      <Link to="/register" className={buttonClass({ variant: 'primary', className: 'justify-self-start' })}>
        Create account
      </Link>
    </Card>
  );
}

interface EmailSectionProps {
  email: string;
  isVerified: boolean;
}

/** Shows whether the email address is confirmed, and resends the link. */
export function EmailSection({ email, isVerified }: EmailSectionProps) {
  const isOnline = useConnection() === 'online';
  const send = useResendVerification();
  const sendsMail = useSendsMail();
  const noMail = useNoMailMessage();
  return (
    <Card
      title="Email"
      lead={<span className="wrap-anywhere">{email}</span>}
      actions={<Badge tone={isVerified ? 'success' : 'warning'}>{isVerified ? 'Confirmed' : 'Not confirmed'}</Badge>}
    >
      {!isVerified && (
        <>
          <p className="text-sm text-ink-muted">
            {sendsMail ? 'Open the link in the message we sent to this address. This lets you reset your password by email.' : noMail}
          </p>
          <Button
            className="justify-self-start"
            loading={send.isPending}
            disabledReason={!isOnline && NEEDS_CONNECTION}
            onClick={() => send.mutate()}
          >
            Resend link
          </Button>
          {send.data && (
            <Banner tone="success" title={send.data.delivery === 'smtp' ? 'A new link is on its way' : 'A new link was created'}>
              <p>It works for a week.</p>
              {send.data.delivery === 'file' && <p>{noMail}</p>}
            </Banner>
          )}
          {send.error && (
            <p role="alert" className="text-sm text-danger">
              {describeFailure(send.error).detail}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const ROW = 'grid gap-0.5 border-t border-line py-3 first:border-t-0';

/** Lists when super admins impersonated this account. */
export function ImpersonationsSection() {
  const query = useQuery(impersonationsQuery);
  return (
    <Card
      title="Account access"
      lead="Platform admins can view the app as you, to help you. They can’t change anything, and every visit is listed here."
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the list"
        offline="You need a connection to load this list."
        skeleton={<RowsSkeleton label="Loading the list" rows={1} row={ROW} lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-muted">No one has viewed your account.</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)]">
              {items.map(({ id, by, reason, started_at: startedAt, ended_at: endedAt }) => (
                <li key={id} className={ROW}>
                  <p className="font-medium wrap-anywhere">{reason}</p>
                  <p className="text-sm wrap-anywhere text-ink-muted">
                    {by} · {formatDateTime(startedAt)} {endedAt === null ? '· in progress' : `to ${formatDateTime(endedAt)}`}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}
