import { useState } from 'react';
import { PIN_PATTERN } from '#src/shell/booth-pin.ts';
import { Button } from '#src/ui/button.tsx';
import { Field, type ControlProps } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

export const PIN_RULE = 'Enter 4 to 8 digits.';

interface PinInputProps {
  control: ControlProps;
  pin: string;
  onChange: (pin: string) => void;
}

export function PinInput({ control, pin, onChange }: PinInputProps) {
  return (
    <Input
      {...control}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      value={pin}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface PinFormProps {
  label: string;
  help: string;
  action: string;
  /** @returns what is wrong with it */
  onPin: (pin: string) => Promise<string | null>;
}

export function PinForm({ label, help, action, onPin }: PinFormProps) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const wrong = PIN_PATTERN.test(pin) ? await onPin(pin) : PIN_RULE;
    setError(wrong);
    setPin('');
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Field label={label} help={help} error={error ?? undefined}>
        {(control) => (
          <PinInput
            control={control}
            pin={pin}
            onChange={(next) => {
              setPin(next);
              setError(null);
            }}
          />
        )}
      </Field>
      <Button type="submit" size="lg" loading={busy}>
        {action}
      </Button>
    </form>
  );
}
