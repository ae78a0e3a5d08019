import type { ReactNode } from 'react';

/** A form's fields; all of them are only shown to who may not change them. */
export function SettingsFields({ disabledReason, children }: { disabledReason: string | null; children: ReactNode }) {
  return (
    <fieldset disabled={disabledReason !== null} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </fieldset>
  );
}
