import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { Download } from '#src/ui/icons.ts';
import QrCode from '#src/ui/qr-code.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { AuthenticatorCodeField, codeSchema, type CodeValues } from './code-field.tsx';
import { ProofForm } from './owner-proof.tsx';

interface FormProps {
  onClose: () => void;
}

export type TwoFactorAction = 'enable' | 'disable' | 'renew-codes';

export default function TwoFactorForm({ action, onClose }: FormProps & { action: TwoFactorAction }) {
  if (action === 'enable') return <EnableTwoFactor onClose={onClose} />;
  return action === 'disable' ? <DisableTwoFactor onClose={onClose} /> : <RenewRecoveryCodes onClose={onClose} />;
}

type TwoFactorSecret = components['schemas']['TwoFactorSecret'];

const NO_CODE: CodeValues = { code: '' };

/** Asks for the password, shows the QR code, then shows the recovery codes. */
function EnableTwoFactor({ onClose }: FormProps) {
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

/** A phone can't scan its own screen, so the key can also be copied or opened in the app. */
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

function DisableTwoFactor({ onClose }: FormProps) {
  const client = useQueryClient();
  return (
    <ProofForm
      title="Turn off two-factor authentication"
      description="You’ll log in with only your password. Your recovery codes will stop working."
      submitLabel="Turn off"
      failureTitle="Couldn’t turn off two-factor authentication"
      submit={async (body) => unwrap(await api.POST('/api/v1/auth/two-factor/disable', { body }))}
      onDone={() => {
        void client.invalidateQueries(twoFactorQuery);
        toast.success('Two-factor authentication is off');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RenewRecoveryCodes({ onClose }: FormProps) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodesSheet title="New recovery codes" codes={codes} onClose={onClose} />;
  return (
    <ProofForm
      title="New recovery codes"
      description="Your current codes will stop working."
      submitLabel="Get new codes"
      failureTitle="Couldn’t create new recovery codes"
      submit={async (body) => unwrap(await api.POST('/api/v1/auth/two-factor/recovery-codes', { body }))}
      onDone={({ recovery_codes }) => {
        void client.invalidateQueries(twoFactorQuery);
        setCodes(recovery_codes);
      }}
      onClose={onClose}
    />
  );
}

interface RecoveryCodesSheetProps {
  title: string;
  codes: readonly string[];
  onClose: () => void;
}

/** Shows the codes once: the server stores only their hashes. */
export function RecoveryCodesSheet({ title, codes, onClose }: RecoveryCodesSheetProps) {
  const text = `${codes.join('\n')}\n`;
  const save = () => downloadFile(new File([text], 'recovery-codes.txt', { type: 'text/plain' }));
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description="If you lose your phone, you can log in with these codes. Each works once."
      className="md:w-[34rem]"
      footer={
        <Button variant="primary" className="flex-1" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <div className="grid gap-4 pt-1 pb-6">
        <Banner tone="warning" title="Save them now">
          You won’t see them again. Keep them somewhere you can reach without your phone.
        </Banner>
        <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 font-mono select-all sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton label="Copy codes" text={text} />
          <Button icon={<Download aria-hidden className="size-4" />} onClick={save}>
            Save as a file
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
