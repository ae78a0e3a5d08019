import { useId, type ReactNode } from 'react';
import { CircleAlert } from '#src/ui/icons.ts';
import { cn } from './cn.ts';

/** Attributes that connect a control with its label, help and error. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  label: string;
  /** One sentence below the control, always visible. */
  help?: ReactNode;
  /** The error in words. Shown beside the control and read out when it appears. */
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label above, control, error and help below. */
export function Field({ label, help, error, optional, className, children }: FieldProps) {
  const id = useId();
  const helpId = help ? `${id}-help` : null;
  const errorId = error ? `${id}-error` : null;
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cn('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-ink-muted"> optional</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, ...(error ? { 'aria-invalid': true as const } : {}) })}
      <div aria-live="polite" className="contents">
        {error && <FieldError id={errorId ?? undefined}>{error}</FieldError>}
      </div>
      {help && (
        <p id={helpId ?? undefined} className="text-sm text-ink-muted">
          {help}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: string }) {
  return (
    <p id={id} className="flex gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
