// What somebody else changed in a form's settings while it was filled in: nothing of it is overwritten unseen.
import { useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** Each field as people know it: its label, and what stands in it. */
export type FieldSummaries<Values extends FieldValues> = Readonly<Record<keyof Values & string, readonly [label: string, value: string]>>;

interface SettingsConflictProps {
  /** Fields that somebody else changed. */
  names: readonly string[];
  /** What stands in them now, by somebody else. */
  fields: FieldSummaries<FieldValues>;
  /** Whether this form still holds something else. */
  isMine: (name: string) => boolean;
  onTake: (name: string) => void;
  /** Something is left to save. */
  canSave: boolean;
}

export function SettingsConflict({ names, fields, isMine, onTake, canSave }: SettingsConflictProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className="rounded-lg">
      <Banner tone="warning" title="Someone else changed these settings">
        <p>Nothing has been saved yet. What they changed:</p>
        <ul className="mt-2 grid gap-2">
          {names.map((name) => {
            const [label = name, value = ''] = fields[name] ?? [];
            return (
              <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 wrap-anywhere">
                  <b className="font-medium text-ink">{label}</b> is now “{value}”.{' '}
                  {isMine(name) ? 'Your value is in the form.' : 'It’s now in the form.'}
                </span>
                {isMine(name) && (
                  <Button size="sm" onClick={() => onTake(name)}>
                    {`Use theirs: ${label}`}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        <p className="mt-2">
          {canSave
            ? 'Review the form, then save. Your values replace the saved ones.'
            : 'The form matches what’s saved. There’s nothing left to save.'}
        </p>
      </Banner>
    </div>
  );
}
