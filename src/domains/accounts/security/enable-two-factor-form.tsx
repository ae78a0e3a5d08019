import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import QrCode from '#src/ui/qr-code.tsx';
import { AuthenticatorCodeField } from './code-field.tsx';
import { codeSchema, type CodeValues } from './code-schemas.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx';

type TwoFactorSecret = components['schemas']['TwoFactorSecret'];

const NO_CODE: CodeValues = { code: '' };

/** Password, then the app, then the recovery codes. */
export default function EnableTwoFactorForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<TwoFactorSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodesSheet title="Two-factor authentication is on" codes={codes} onClose={onClose} />;
  if (!secret)
    return (
      <ProofForm
        key="password"
        asksCode={false}
        title="Turn on two-factor authentication"
        description="You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password."
        submitLabel="Continue"
        failureTitle="Couldn’t turn on two-factor authentication"
        submit={async (body) => unwrap(await api.POST('/api/v1/auth/two-factor', { body }))}
        onDone={setSecret}
        onClose={onClose}
      />
    );
  return (
    <SheetForm
      key="code"
      title="Add this account to your app"
      description="Scan the code with your authenticator app, then enter the 6-digit code it shows."
      schema={codeSchema}
      values={NO_CODE}
      submitLabel="Turn on"
      failureTitle="Couldn’t turn on two-factor authentication"
      fieldByCode={{ wrong_code: 'code' }}
      submit={async (body) => unwrap(await api.POST('/api/v1/auth/two-factor/confirm', { body }))}
      onDone={({ recovery_codes }) => {
        void client.invalidateQueries(twoFactorQuery);
        setCodes(recovery_codes);
      }}
      onClose={onClose}
    >
      <Secret {...secret} />
      <AuthenticatorCodeField />
    </SheetForm>
  );
}

/** Nobody scans the phone that they hold: there the app is opened, or the key is copied. */
function Secret({ secret, uri }: TwoFactorSecret) {
  return (
    <div className="grid justify-items-center gap-4">
      <div className="size-52 overflow-hidden rounded-md border border-line bg-white">
        <QrCode text={uri} label="QR code for your authenticator app" />
      </div>
      <p className="text-center text-sm text-ink-muted">
        Can’t scan it? Enter this key in your app:
        <span className="mt-1 block font-mono text-base font-medium tracking-wide text-ink select-all [overflow-wrap:anywhere]">
          {secret.match(/.{4}/g)?.join(' ')}
        </span>
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton label="Copy key" text={secret} />
        <a href={uri} className={buttonClass()}>
          Open in your app
        </a>
      </div>
    </div>
  );
}
