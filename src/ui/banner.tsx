import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from '#src/ui/icons.ts';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';

type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const looks: Record<BannerTone, { icon: typeof Info; ground: string; ink: string }> = {
  info: { icon: Info, ground: 'bg-info-soft', ink: 'text-info' },
  success: { icon: CircleCheck, ground: 'bg-success-soft', ink: 'text-success' },
  warning: { icon: TriangleAlert, ground: 'bg-warning-soft', ink: 'text-warning' },
  danger: { icon: CircleAlert, ground: 'bg-danger-soft', ink: 'text-danger' },
};

interface BannerProps {
  tone?: BannerTone;
  title: string;
  children?: ReactNode;
  /** Buttons below the words. */
  actions?: ReactNode;
  onDismiss?: () => void;
  className?: string;
}

/** A message about the whole screen or form. `danger` interrupts a screen reader; the others wait their turn. */
export function Banner({ tone = 'info', title, children, actions, onDismiss, className }: BannerProps) {
  const { icon: Icon, ground, ink } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      aria-live={tone === 'danger' ? undefined : 'polite'}
      className={cn('flex gap-3 rounded-lg p-4 text-sm', ground, className)}
    >
      <Icon aria-hidden className={cn('size-5 shrink-0', ink)} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {children && <div className="wrap-anywhere text-ink-muted">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton label="Dismiss" size="sm" icon={<X aria-hidden className="size-4" />} onClick={onDismiss} className="-m-1.5" />
      )}
    </div>
  );
}
