import { useMutation } from '@tanstack/react-query';
import type { Snapshot } from '#src/session/store.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { KeyRound } from '#src/ui/icons.ts';

interface PasskeyLoginProps {
  /** Logging in is also joining an event. */
  joins: boolean;
  rememberMe: () => boolean;
  onDone: (snapshot: Snapshot) => void;
}

/** Asks for neither address nor password: the passkey tells who comes. */
export function PasskeyLogin({ joins, rememberMe, onDone }: PasskeyLoginProps) {
  const enter = useMutation({
    mutationFn: async () => (await import('#src/session/passkeys.ts')).loginWithPasskey(rememberMe()),
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        size="lg"
        className="w-full"
        icon={<KeyRound aria-hidden className="size-5" />}
        loading={enter.isPending}
        onClick={() => enter.mutate()}
      >
        {joins ? 'Log in with a passkey and join' : 'Log in with a passkey'}
      </Button>
      {enter.error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(enter.error).detail}
        </p>
      )}
    </div>
  );
}
