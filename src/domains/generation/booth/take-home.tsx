// How visitors take their image home: a QR code with a link that expires and needs no account. Staff choose for each device.
import { useEffect, useState } from 'react';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { createLink, linkAddress, VALIDITIES, type Validity } from '#src/domains/generation/results/image-links.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { RotateCw } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Switch } from '#src/ui/switch.tsx';

const KEY = 'booth-take-home';
const DEFAULT: Validity = '24';

const isValidity = (value: string | undefined): value is Validity => VALIDITIES.some((each) => each.value === value);

interface TakeHomeSetting {
  isOn: boolean;
  validity: Validity;
}

/** Of this device. On unless staff turned it off. */
export function readTakeHome(): TakeHomeSetting {
  const [state, hours] = (safeLocalStorage()?.getItem(KEY) ?? '').split(' ');
  return { isOn: state !== 'off', validity: isValidity(hours) ? hours : DEFAULT };
}

/** The setting for staff. */
export function TakeHomeFields() {
  const [setting, setSetting] = useState(readTakeHome);
  const change = (next: TakeHomeSetting) => {
    writeLocalStorage(KEY, `${next.isOn ? 'on' : 'off'} ${next.validity}`);
    setSetting(next);
  };
  return (
    <div className="grid gap-3">
      <Switch
        label="QR code to take the image home"
        help="Visitors open their image on their phone, without an account."
        checked={setting.isOn}
        onChange={({ target }) => change({ ...setting, isOn: target.checked })}
      />
      {setting.isOn && (
        <Field label="The link works for">
          {(control) => (
            <Select {...control} options={VALIDITIES} value={setting.validity} onChange={(validity) => change({ ...setting, validity })} />
          )}
        </Field>
      )}
    </div>
  );
}

const TIMER_KEY = 'booth-self-timer';

/** Of this device. On unless staff turned it off. */
export const readSelfTimer = (): boolean => safeLocalStorage()?.getItem(TIMER_KEY) !== 'off';

/** The setting for staff. */
export function SelfTimerField() {
  const [isOn, setOn] = useState(readSelfTimer);
  return (
    <Switch
      label="Self-timer of 3 seconds"
      help="Visitors can skip it by pressing again."
      checked={isOn}
      onChange={({ target }) => {
        writeLocalStorage(TIMER_KEY, target.checked ? null : 'off');
        setOn(target.checked);
      }}
    />
  );
}

const QrCode = lazyPart(() => import('#src/ui/qr-code.tsx'), { name: 'the code' });
const BOX = 'grid size-52 place-content-center justify-items-center gap-3';

/** Between two attempts to reach the server. */
const RETRY_MS = 5_000;

type Link = { state: 'making' } | { state: 'failed'; why: string } | { state: 'ready'; address: string; expiresAt: string };

/** The code of one visitor. Its link is only in this component: after the visit nothing of it is left on the device. */
export function TakeHomeCode({ image, hours }: { image: GeneratedImage; hours: number }) {
  const isOnline = useConnection() === 'online';
  const [link, setLink] = useState<Link>({ state: 'making' });
  const isMissing = link.state === 'making';
  useEffect(() => {
    if (!isOnline || !isMissing) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const make = async () => {
      try {
        const { link: made, token } = await createLink(image.id, hours);
        if (!gone) setLink({ state: 'ready', address: linkAddress(token), expiresAt: made.expires_at });
      } catch (error) {
        const { kind, detail } = describeFailure(error);
        if (gone) return;
        if (kind === 'failed') setLink({ state: 'failed', why: detail });
        else timer = setTimeout(() => void make(), RETRY_MS);
      }
    };
    void make();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [isOnline, isMissing, image.id, hours]);
  if (link.state === 'ready')
    return (
      <figure className="grid justify-items-center gap-3">
        <div className="size-52">
          <QrCode text={link.address} label="QR code that opens your image on your phone" className="size-52" />
        </div>
        <figcaption className="text-center text-ink-muted">
          Scan to take your image home. The link works until {formatDateTime(link.expiresAt)}.
        </figcaption>
      </figure>
    );
  if (!isOnline)
    return (
      <p role="status" className="max-w-sm text-center text-ink-muted">
        The QR code for your image appears here when the server can be reached.
      </p>
    );
  if (link.state === 'failed')
    return (
      <div role="alert" className={BOX}>
        <p className="text-center text-ink-muted">Couldn’t make the QR code. {link.why}</p>
        <Button icon={<RotateCw aria-hidden className="size-4" />} onClick={() => setLink({ state: 'making' })}>
          Try again
        </Button>
      </div>
    );
  return (
    <div role="status" className="grid justify-items-center gap-3">
      <Skeleton className="size-52" />
      <p className="text-ink-muted">Making your QR code…</p>
    </div>
  );
}
