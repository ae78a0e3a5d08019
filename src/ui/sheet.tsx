import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { DialogClose, overlayClass, useDialog, type DialogProps } from './dialog.tsx';

interface SheetProps extends DialogProps {
  /** Beside the title: a menu, a "retry all". */
  actions?: ReactNode;
}

/** A panel that slides over the screen: from below on a phone, from the right on a desktop. Its content scrolls; header and footer stay. */
export function Sheet({ open, onOpenChange, title, description, children, footer, actions, className }: SheetProps) {
  const focus = useDialog(open, onOpenChange);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          data-sheet
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col overflow-hidden rounded-t-xl border-t border-line bg-raised text-ink shadow-3 outline-none',
            'data-[state=closed]:animate-slide-down data-[state=open]:animate-slide-up',
            'md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[28rem] md:rounded-none md:border-t-0 md:border-l',
            'md:data-[state=closed]:animate-slide-right md:data-[state=open]:animate-slide-left',
            className,
          )}
        >
          <div aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong md:hidden" />
          <div className="flex items-start gap-2 pt-3 pr-3 pb-3 pl-5 md:pt-5">
            <div className="grid min-w-0 flex-1 gap-1 pt-1 wrap-anywhere">
              <Radix.Title className="line-clamp-4 text-lg font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="text-sm text-ink-muted">{description}</Radix.Description>}
            </div>
            {actions}
            <DialogClose />
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain wrap-anywhere px-5 pb-[max(--spacing(5),var(--safe-bottom))]">
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap gap-2 border-t border-line px-5 pt-4 pb-[max(--spacing(4),var(--safe-bottom))]">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
