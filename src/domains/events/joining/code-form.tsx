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
