import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { pluralize } from '#src/lib/format.ts';
import { accountLabel, fullName } from '#src/session/display-name.ts';
import { stopImpersonation } from '#src/session/impersonation.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
// Shows on every screen that the session impersonates someone, and ends it. Rendered outside the app's tree, so that no screen can hide it: above
// every screen, dialog and toast, in space that they leave free as they do for a phone's notch.
import { Eye } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { describeFailure } from './failure.ts';

const MINUTE_MS = 60_000;
/** The server has ended the impersonation by then. */
const END_GRACE_MS = 1000;

let shown = false;

/** Stays for the life of the page, empty without an impersonation. */
export function showImpersonationBanner(): void {
  if (shown) return;
  shown = true;
  const place = document.createElement('div');
  document.body.prepend(place);
  createRoot(place).render(<ImpersonationBanner />);
}

function ImpersonationBanner() {
  const user = useSession()?.user;
  const endsAt = user?.viewing ? Date.parse(user.viewing.ends_at) : null;
  const now = useNow(endsAt !== null);
  const [isEnding, setEnding] = useState(false);

  useEffect(() => {
    if (endsAt === null) return;
    const { style } = document.documentElement;
    style.setProperty('--safe-top', 'calc(3rem + env(safe-area-inset-top, 0px))');
    return () => void style.removeProperty('--safe-top');
  }, [endsAt]);

  const stop = async () => {
    setEnding(true);
    try {
      await stopImpersonation();
    } catch (error) {
      toast.error('Couldn’t stop viewing', { detail: describeFailure(error).detail });
    }
    setEnding(false);
  };
  const onOver = useEffectEvent(() => void stop());
  useEffect(() => {
    if (endsAt === null) return;
    const timer = setTimeout(() => onOver(), Math.max(0, endsAt + END_GRACE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt]);

  if (!user || endsAt === null) return null;
  return (
    <aside
      aria-label="Viewing as someone else"
      className="pointer-events-auto fixed inset-x-0 top-0 z-[70] flex h-[calc(3rem+env(safe-area-inset-top,0px))] items-end border-b border-line bg-warning-soft text-ink"
    >
      <div className="flex h-12 w-full items-center gap-3 px-3 text-sm">
        <Eye aria-hidden className="size-5 shrink-0 text-warning" />
        <p className="min-w-0 flex-1 truncate">
          Viewing as <b className="font-semibold">{fullName(user) || accountLabel(user)}</b>
          <span className="max-sm:hidden">, read-only, {pluralize(minutesLeft(endsAt, now), 'minute', 'minutes')} left</span>
        </p>
        <Button size="sm" loading={isEnding} onClick={() => void stop()}>
          Stop viewing
        </Button>
      </div>
    </aside>
  );
}

const minutesLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / MINUTE_MS));

/** The current time, updated often enough for the minutes in the banner. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
