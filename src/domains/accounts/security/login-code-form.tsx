import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { completeLogin } from '#src/session/second-factor.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Form, SubmitButton } from '#src/ui/form.tsx';
import { AuthenticatorCodeField, codeSchema, type CodeValues, RecoveryCodeField } from './code-field.tsx';

interface LoginCodeFormProps {
  challenge: string;
  onDone: (snapshot: Snapshot) => void;
  /** Returns to email and password. */
  onBack: () => void;
}

/** A validation error on blur would shift the button between press and release. */
const keepFocus = (pressed: MouseEvent) => pressed.preventDefault();

/** The second step of a login with two-factor authentication. */
export default function LoginCodeForm({ challenge, onDone, onBack }: LoginCodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <div className="grid gap-2">
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} challenge={challenge} onDone={onDone} />
      <Button variant="quiet" size="lg" onMouseDown={keepFocus} onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
      </Button>
      <Button variant="quiet" size="lg" onMouseDown={keepFocus} onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

function CodeForm({ isRecovery, challenge, onDone }: Omit<LoginCodeFormProps, 'onBack'> & { isRecovery: boolean }) {
  const area = useRef<HTMLDivElement>(null);
  // The button that had focus is gone.
  useEffect(() => area.current?.querySelector('input')?.focus(), []);
  const form = useAppForm<CodeValues>(codeSchema, {
    defaultValues: { code: '' },
    fieldByCode: { wrong_code: 'code' },
    submit: async ({ code }) => onDone(await completeLogin({ challenge, code })),
  });
  return (
    <Form form={form} failureTitle="You couldn’t log in">
      <div ref={area}>{isRecovery ? <RecoveryCodeField /> : <AuthenticatorCodeField help="Open your authenticator app to see it." />}</div>
      <SubmitButton>Continue</SubmitButton>
    </Form>
  );
}
