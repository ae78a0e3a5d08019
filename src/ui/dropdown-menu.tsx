import { DropdownMenu as Radix } from 'radix-ui';
import { useState, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { useBackToClose } from './use-back-to-close.ts';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  /** `.venue` over the camera or the viewer. */
  className?: string;
  /** For a trigger that opens it by itself. */
  state?: { open: boolean; onOpenChange: (open: boolean) => void };
}

export function DropdownMenu({ trigger, children, align = 'end', side = 'bottom', className, state }: MenuProps) {
  const [open, onOpenChange] = useState(false);
  const shown = state ?? { open, onOpenChange };
  useBackToClose(shown.open, shown.onOpenChange);
  return (
    <Radix.Root modal={false} {...shown}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-3',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  /** Loses something. */
  danger?: boolean;
  /** For one of several choices: whether it is selected. */
  checked?: boolean;
  /** Why it is disabled; shown below its name. */
  disabledReason?: string | null | false;
  children: ReactNode;
}

const itemClass =
  'flex min-h-9 cursor-default items-center gap-3 rounded-md px-3 py-1.5 text-sm outline-none data-disabled:opacity-60 data-highlighted:bg-hover touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

/** A closing menu must not take the focus back from what it opened, wherever the pointer moves. */
const keepFocus = (event: PointerEvent) => event.currentTarget.closest('[data-state=closed]') && event.preventDefault();

export function MenuItem({ icon, onSelect, danger, checked, disabledReason, children }: ItemProps) {
  return (
    <Radix.Item
      {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
      disabled={Boolean(disabledReason)}
      onSelect={onSelect}
      onPointerMove={keepFocus}
      onPointerLeave={keepFocus}
      className={cn(itemClass, danger && 'text-danger')}
    >
      {icon}
      <span className="grid">
        {children}
        {disabledReason && <span className="max-w-64 text-xs text-ink-muted">{disabledReason}</span>}
      </span>
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
