import { useState } from 'react';
import { Button, type ButtonVariant } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { parseJoinCode } from './join-code.ts';

interface CodeFormProps {
  label?: string;
  /** Prefilled text. */
  initial?: string;
  submit?: string;
  /** `primary` if this is the main action of the page. */
  variant?: ButtonVariant;
  onCode: (code: string) => void;
  className?: string;
}

/** A field for a code in any notation, or for a join link. Uses plain state because its pages load no form library. */
export function CodeForm({ label = 'Event code', initial = '', submit = 'Continue', variant, onCode, className }: CodeFormProps) {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const code = parseJoinCode(text);
        if (code) onCode(code);
        else {
          setError(text.trim() === '' ? 'Enter the code from the poster or the invitation.' : 'Codes have at least 4 letters or digits.');
          event.currentTarget.querySelector('input')?.focus();
        }
      }}
    >
      <Field label={label} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              name="code"
              value={text}
              placeholder="GARDEN-08"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                setError(undefined);
              }}
              className="font-mono tracking-widest uppercase placeholder:tracking-widest"
            />
            <Button type="submit" variant={variant} className="touch:h-12">
              {submit}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}

/** Parses the path of an event; returns the photo it opens, if any. */
export function parseEventLink(path: string | null): { photo?: string } | null {
  if (path === null || !/^\/event\/[^/?#]/.test(path)) return null;
  const photo = new URL(path, 'https://self.invalid').searchParams.get('photo');
  return photo === null ? {} : { photo };
}

/** Shown above the login form to a visitor who followed a link into an event. */
export function EventLinkEntry({ photo, onCode }: { photo: string | undefined; onCode: (code: string) => void }) {
  return (
    <section aria-labelledby="event-link" className="grid gap-4 sm:rounded-xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-2">
      <header className="grid gap-1">
        <h2 id="event-link" className="text-lg font-semibold">
          {photo === undefined ? 'This link opens an event' : 'Someone shared an event photo with you'}
        </h2>
        <p className="text-pretty text-ink-muted">Enter the event’s code to continue. You don’t need an account.</p>
      </header>
      <CodeForm variant="primary" onCode={onCode} />
    </section>
  );
}
