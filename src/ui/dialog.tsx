import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What it is about, one or two sentences; read out with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. They stand below one another on a phone, main one on top. */
  footer?: ReactNode;
  /** `.venue` when it stands over the camera or the viewer. */
  className?: string;
}

export const overlayClass = 'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

/**
 * Gives the focus back, on closing, to what had it on opening. Radix does so only for a trigger of its own; here the state opens, wherever
 * the wish came from.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => void (opener.current = document.activeElement),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** A question in the middle of the screen. For anything longer than a screenful take a sheet or a page. */
export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          // On the dialog itself, which reads it out: on the close button its hint would show, over the question.
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          className={cn(
            'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-3 outline-none',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          <div className="flex items-start gap-2 pt-5 pr-3 pb-2 pl-6">
            <Radix.Title className="flex-1 pt-1 text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X aria-hidden className="size-5" />} />
            </Radix.Close>
          </div>
          <div className="grid gap-4 overflow-y-auto px-6 pb-6">
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
