import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { X } from '#src/ui/icons.ts';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';
import { useBackToClose } from './use-back-to-close.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One or two sentences, read out with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. On a phone they are stacked, with the main one on top. */
  footer?: ReactNode;
  /** `.venue` above the camera or the viewer. */
  className?: string;
}

export const overlayClass = 'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

/**
 * Focuses the first field of the form. Without a form, the dialog itself, so that it is read out: the close button's tooltip would cover the
 * question.
 */
export const focusInto = (dialog: HTMLElement) =>
  (dialog.querySelector<HTMLElement>('form :is(input,textarea,select):enabled') ?? dialog).focus({ preventScroll: true });

/** For a dialog opened from a menu: returns the focus to the menu's button. */
function openerNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? document.activeElement;
}

/**
 * Back closes it, and on closing the focus returns to the element that had it on opening: Radix does so only for its own trigger; here state opens the
 * dialog.
 */
export function useDialog(open: boolean, onOpenChange: (open: boolean) => void) {
  useBackToClose(open, onOpenChange);
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerNow();
      event.preventDefault();
      focusInto(event.currentTarget as HTMLElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The next step has already opened and has the focus.
      const next = document.activeElement?.closest('[role="dialog"]');
      if (opener.current instanceof HTMLElement && (!next || next.contains(opener.current))) opener.current.focus();
    },
  };
}

export function DialogClose() {
  return (
    <Radix.Close asChild>
      {/* The left field must not show its error between press and release: the button would move away from under the pointer. */}
      <IconButton label="Close" icon={<X aria-hidden className="size-5" />} onMouseDown={(pressed) => pressed.preventDefault()} />
    </Radix.Close>
  );
}

/** A question in the middle of the screen. For longer content use a sheet or a page. */
export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
  const focus = useDialog(open, onOpenChange);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          className={cn(
            'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-3 outline-none',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          <div className="flex items-start gap-2 pt-5 pr-3 pb-2 pl-6">
            <Radix.Title className="line-clamp-4 min-w-0 flex-1 pt-1 text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
            <DialogClose />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto px-6 pb-6 wrap-anywhere">
            {description && <Radix.Description className="text-ink-muted">{description}</Radix.Description>}
            {children}
          </div>
          {footer && (
            <div className="flex flex-col-reverse gap-2 border-t border-line bg-surface px-6 py-4 sm:flex-row sm:flex-wrap sm:justify-end">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
