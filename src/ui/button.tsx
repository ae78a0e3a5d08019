import { type ComponentProps, type ReactNode, useId } from 'react';
import { LoaderCircle } from '#src/ui/icons.ts';
import { cn } from './cn.ts';
import { Tooltip } from './tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-1 hover:brightness-[1.07] active:brightness-95',
  secondary:
    'border border-line bg-control text-ink shadow-1 hover:bg-[color-mix(in_oklab,var(--control),var(--ink)_5%)] active:bg-[color-mix(in_oklab,var(--control),var(--ink)_9%)]',
  quiet: 'text-ink hover:bg-hover active:bg-pressed',
  danger: 'bg-danger-solid text-white shadow-1 hover:brightness-[1.07] active:brightness-95',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 rounded-sm px-3 text-sm touch:min-h-11',
  md: 'h-10 gap-2 rounded-md px-4 text-sm touch:min-h-11',
  lg: 'h-12 gap-2 rounded-md px-6 text-base',
};

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** The look of a button, for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'secondary', size = 'md', className }: ButtonStyle = {}): string {
  return cn(
    'inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap transition select-none',
    'aria-disabled:pointer-events-auto aria-disabled:opacity-55 aria-disabled:shadow-none aria-disabled:brightness-100 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'type'>, ButtonStyle {
  type?: 'button' | 'submit';
  icon?: ReactNode;
  /** The action is running: the label stays, further presses are ignored. */
  loading?: boolean;
  /** Why it is disabled. The button stays focusable, and the reason is shown and read out. */
  disabledReason?: string | null | false;
  /** A tooltip that repeats its accessible name. The disabled reason replaces it. */
  hint?: string;
}

export function Button(props: ButtonProps) {
  const { variant, size, className, icon, loading, disabledReason, hint, onClick, children, type, ...rest } = props;
  const blocked = Boolean(loading || disabledReason);
  const reasonId = useId();
  const describedBy = [rest['aria-describedby'], disabledReason && reasonId].filter(Boolean).join(' ') || undefined;
  const shownHint = disabledReason || hint;
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      aria-describedby={describedBy}
      className={buttonClass({ variant, size, className })}
      onClick={(event) => {
        if (blocked) {
          event.preventDefault();
          return;
        }
        onClick?.(event);
      }}
    >
      {loading ? <Spinner /> : icon}
      {children}
      {shownHint && <Tooltip content={shownHint} id={disabledReason ? reasonId : undefined} />}
    </button>
  );
}

/** Decoration inside a control whose label already describes the work. Never the only sign of loading on a screen. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('animate-spin', className ?? 'size-4')} />;
}
