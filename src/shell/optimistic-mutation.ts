// Undo beats confirm: the screen changes at once, the call is made when the toast has gone, and "Undo" means that it is never made.
import { useMutation } from '@tanstack/react-query';
import { toast } from '#src/ui/toast.ts';
import { describeFailure } from './failure.ts';

export interface UndoableOptions<Vars> {
  /** Changes what the screen shows, at once. Returns the way back. */
  apply: (vars: Vars) => () => void;
  /** The call. It must bear repetition: leaving the page makes it at once, and the answer may be lost. */
  commit: (vars: Vars) => Promise<unknown>;
  /** "Photo deleted". */
  done: (vars: Vars) => string;
  /** "The photo could not be deleted": the toast when the call failed and the screen went back. */
  failed: string;
  /** Afterwards, whatever came: invalidate what the call changed. */
  settle?: (vars: Vars) => unknown;
}

/** Calls that wait for their toast to close; made at once when the page goes away. */
const waiting = new Set<() => void>();

function flush() {
  for (const commit of waiting) commit();
}
window.addEventListener('pagehide', flush);

/** Returns the function that does it, undoably. */
export function useUndoableMutation<Vars>({ apply, commit, done, failed, settle }: UndoableOptions<Vars>): (vars: Vars) => void {
  const { mutate } = useMutation({
    mutationFn: ({ vars }: { vars: Vars; back: () => void }) => commit(vars),
    onError: (error, { back }) => {
      back();
      toast.error(failed, { detail: describeFailure(error).detail });
    },
    onSettled: (_data, _error, { vars }) => settle?.(vars),
  });

  return (vars) => {
    const back = apply(vars);
    const run = () => {
      if (waiting.delete(run)) mutate({ vars, back });
    };
    waiting.add(run);
    toast.show(done(vars), {
      onClosed: run,
      action: {
        label: 'Undo',
        onClick: () => {
          waiting.delete(run);
          back();
        },
      },
    });
  };
}
