import { useEffect, useId, useRef, useState } from 'react';

interface AccountNoteProps {
  email: string;
  /** "Organization Admin" or "Organization Member". */
  role: string | null;
}

/** Who is signed in, and as what. In the rail of a phone there is no room for it: a press shows it beside the rail. */
export function AccountNote({ email, role }: AccountNoteProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown) return undefined;
    const onPress = (event: PointerEvent) => event.target instanceof Node && !whole.current?.contains(event.target) && setShown(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // It closes first, and the rail by the next one.
      event.preventDefault();
      setShown(false);
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [shown]);
  const facts = (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">{email}</p>
      {role && <p className="text-xs text-ink-muted">Role: {role}</p>}
    </>
  );
  return (
    <div ref={whole} className="flex min-h-11 items-center justify-center gap-3 md:justify-start md:px-3">
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        onClick={() => setShown(!shown)}
        className="grid size-11 place-items-center rounded-full hover:bg-hover md:hidden"
      >
        <Initial of={email} />
        <span className="sr-only">Your account</span>
      </button>
      <span className="contents max-md:hidden">
        <Initial of={email} />
        <div className="min-w-0">{facts}</div>
      </span>
      {shown && (
        <div
          id={id}
          className="fixed bottom-[max(--spacing(3),var(--safe-bottom))] left-[calc(var(--sidebar-rail)+--spacing(2))] grid max-w-[calc(100vw-var(--sidebar-rail)-2rem)] gap-1 rounded-lg border border-line bg-raised p-4 shadow-3 md:hidden"
        >
          {facts}
        </div>
      )}
    </div>
  );
}

function Initial({ of }: { of: string }) {
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-pressed text-sm font-semibold uppercase">
      {of.charAt(0)}
    </span>
  );
}
