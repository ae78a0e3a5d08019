// The staff menu of the booth. With a PIN set, visitors can't open it or leave the booth by the browser's back button.
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { logout } from '#src/session/actions.ts';
import { landingFor } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { boothLockOf } from '#src/shell/booth-lock.ts';
import { boothOrigin } from '#src/shell/booth-origin.ts';
import { lockBooth, PIN_PATTERN, unlockBooth, verifyPin } from '#src/shell/booth-pin.ts';
import { useFullScreen } from '#src/shell/stage/use-full-screen.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { type ControlProps, Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { SelfTimerField, TakeHomeFields } from './take-home.tsx';

export interface StaffDialogOptions {
  account: string;
  eventId: string;
  onChooseEvent: () => void;
}

interface StaffDialogProps extends StaffDialogOptions {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function StaffDialog({ open, onOpenChange, ...options }: StaffDialogProps) {
  const { account } = options;
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // Navigation after a logout is always allowed.
      if (!boothLockOf(account) || next.pathname === current.pathname || next.pathname === '/login') return false;
      onOpenChange(true);
      return true;
    },
    enableBeforeUnload: false,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="For staff"
      description={`Visitors use your account here. To keep them on this screen, set a PIN and lock this ${deviceLabel} to one app, for example with Guided Access, App Pinning or kiosk mode.`}
      className="venue"
    >
      {open && <StaffMenu {...options} />}
    </Dialog>
  );
}

/** Mounted each time the dialog opens, so that it asks for the PIN again. */
function StaffMenu({ account, eventId, onChooseEvent }: StaffDialogOptions) {
  const [state, setState] = useState<'locked' | 'let-in' | 'open'>(boothLockOf(account) ? 'locked' : 'open');
  const fullScreen = useFullScreen();
  const enter = async (pin: string) => {
    const lock = boothLockOf(account);
    const wrong = lock && (await verifyPin(lock, pin));
    if (wrong === null) setState('let-in');
    return wrong;
  };
  const set = async (pin: string) => {
    if (!(await lockBooth(account, eventId, pin))) return 'This browser doesn’t save data for this site, so the booth can’t be locked.';
    setState('locked');
    return null;
  };
  if (state === 'locked')
    return (
      <div className="grid gap-3">
        <PinForm label="PIN" help="The PIN set for this photo booth." action="Unlock" onPin={enter} />
        <ForgottenPin />
      </div>
    );
  return (
    <div className="grid gap-3">
      {fullScreen && (
        <Button size="lg" onClick={fullScreen.toggle}>
          {fullScreen.on ? 'Exit full screen' : 'Full screen'}
        </Button>
      )}
      <SelfTimerField />
      <TakeHomeFields />
      <Button
        size="lg"
        onClick={() => {
          unlockBooth();
          onChooseEvent();
        }}
      >
        Choose another event
      </Button>
      <LeaveBooth className={buttonClass({ size: 'lg' })} onLeave={unlockBooth}>
        Exit photo booth
      </LeaveBooth>
      {state === 'let-in' ? (
        <Button
          size="lg"
          onClick={() => {
            unlockBooth();
            setState('open');
          }}
        >
          Remove PIN
        </Button>
      ) : (
        <PinForm label="PIN" help="4 to 8 digits. Required to leave the photo booth." action="Set PIN" onPin={set} />
      )}
    </div>
  );
}

interface LeaveBoothProps {
  className: string;
  onLeave?: () => void;
  children: ReactNode;
}

/** Leads back to the screen where the booth was opened, else to the start of the person's area. */
export function LeaveBooth({ className, onLeave, children }: LeaveBoothProps) {
  const navigate = useNavigate();
  const snapshot = useSession();
  return (
    <Link
      to="/dashboard"
      className={className}
      onClick={(event) => {
        event.preventDefault();
        onLeave?.();
        void navigate({ href: boothOrigin() ?? (snapshot ? landingFor(snapshot) : '/dashboard') });
      }}
    >
      {children}
    </Link>
  );
}

/** Staff who can log in don't need the PIN. */
function ForgottenPin() {
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await logout();
    unlockBooth();
  };
  if (!asked)
    return (
      <Button variant="quiet" onClick={() => setAsked(true)}>
        Forgot your PIN?
      </Button>
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-muted">Log out and log in again. Waiting photos stay on this {deviceLabel}, locked to your account.</p>
      <Button loading={leaving} onClick={() => void leave()}>
        Log out
      </Button>
    </div>
  );
}

/** Leaves a booth that can't be used any more, through the same PIN. */
export function ChooseAnotherEvent(options: StaffDialogOptions) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => (boothLockOf(options.account) ? setAsking(true) : options.onChooseEvent())}>
        Choose another event
      </Button>
      <StaffDialog {...options} open={asking} onOpenChange={setAsking} />
    </>
  );
}

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
  /** Returns an error message, or null if the PIN is right. */
  onPin: (pin: string) => Promise<string | null>;
}

function PinForm({ label, help, action, onPin }: PinFormProps) {
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
