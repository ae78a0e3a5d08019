import type { ReactNode } from 'react';
import { cn } from '#src/ui/cn.ts';
import { Camera } from '#src/ui/icons.ts';

/**
 * Why new shots are not taken: the event's status; else `guest` and `visitor` look without taking part; where the organization is `suspended`,
 * or the event paused, none are taken from anybody.
 */
export type ClosedStatus = 'draft' | 'ended' | 'archived' | 'guest' | 'visitor' | 'suspended' | 'viewing';

interface CardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
  /** At the lower end, for a thumb. */
  isLow?: boolean;
}

/** Where the picture would be. It scrolls when the phone lies on its side and has little height. */
export function StageCard({ icon, title, children, actions, role, isLow }: CardProps) {
  return (
    <div role={role} className={cn('mx-auto mt-auto grid max-w-sm justify-items-center gap-2 px-6 py-4 text-center', !isLow && 'mb-auto')}>
      <span
        aria-hidden
        className="mb-1 grid size-14 place-items-center rounded-full bg-hover text-ink-muted landscape:max-lg:hidden [&_svg]:size-6"
      >
        {icon}
      </span>
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      <p className="text-sm text-ink-muted text-balance">{children}</p>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** A moment, so that it has nothing to press: photos are imported from the dock, which stays. */
export function CameraStarting() {
  return (
    <StageCard role="status" icon={<Camera className="animate-pulse" />} title="Starting the camera">
      When the browser asks, allow the camera.
    </StageCard>
  );
}
