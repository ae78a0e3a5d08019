import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Snapshot } from '#src/session/store.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';

interface PasskeyLoginProps {
  /** Logging in is also joining an event. */
  joins: boolean;
  /** Somebody is logging in by the password. */
  isBusy: boolean;
  rememberMe: () => boolean;
  onDone: (snapshot: Snapshot) => void;
}

/** Whether the browser offers passkeys among what it fills into a field (`autocomplete="username webauthn"`). */
const canAutofill = async (): Promise<boolean> =>
  'isConditionalMediationAvailable' in PublicKeyCredential && (await PublicKeyCredential.isConditionalMediationAvailable());

/** Rare enough that what it takes is loaded only where a browser can do it. */
const offer = async (signal: AbortSignal) =>
  (await canAutofill()) && !signal.aborted ? (await import('#src/session/passkeys.ts')).offerPasskeys(signal) : null;

/** Asks for neither address nor password: the passkey tells who comes. */
export function PasskeyLogin({ joins, isBusy, rememberMe, onDone }: PasskeyLoginProps) {
  const enter = useMutation({
    mutationFn: async () => (await import('#src/session/passkeys.ts')).loginWithPasskey(rememberMe()),
    onSuccess: onDone,
  });
  const chosen = useMutation({
    mutationFn: (logIn: Awaited<ReturnType<typeof offer>>) => logIn?.(rememberMe()) ?? Promise.resolve(null),
    onSuccess: (snapshot) => snapshot && onDone(snapshot),
  });
  const take = useEffectEvent((logIn: Awaited<ReturnType<typeof offer>>) => chosen.mutate(logIn));
  const isEntering = isBusy || enter.isPending || chosen.isPending;
  const isRefused = chosen.isError;
  // Whatever else logs in ends the offer; when it failed, the offer is made anew. One that the server refused is not offered again at once.
  useEffect(() => {
    if (isEntering || isRefused) return undefined;
    const control = new AbortController();
    offer(control.signal).then(
      (logIn) => logIn && take(logIn),
      (error: unknown) => console.warn('Passkeys cannot be offered where the email address is typed', error),
    );
    return () => control.abort();
  }, [isEntering, isRefused]);
  const failure = enter.error ?? chosen.error;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        size="lg"
        className="w-full"
        icon={<KeyRound aria-hidden className="size-5" />}
        loading={enter.isPending || chosen.isPending}
        onClick={() => {
          chosen.reset();
          enter.mutate();
        }}
      >
        {joins ? 'Log in with a passkey and join' : 'Log in with a passkey'}
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(failure).detail}
        </p>
      )}
    </div>
  );
}
