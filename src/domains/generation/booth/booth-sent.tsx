import type { components } from '#openapi/api.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Camera, CircleCheck } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const QrCode = lazyPart(() => import('#src/ui/qr-code.tsx'), { name: 'the code' });

interface BoothSentProps {
  event: components['schemas']['Event'];
  /** It was in the gallery before. */
  isKnown: boolean;
  /** The address that opens the picture on the visitor's own phone; null where there is none. */
  takeHome: string | null;
  onOver: () => void;
}

export function BoothSent({ event, isKnown, takeHome, onOver }: BoothSentProps) {
  const isOnline = useConnection() === 'online';
  const what = isKnown
    ? 'It’s already in the gallery.'
    : event.require_approval
      ? 'It appears in the gallery once the organizers approve it.'
      : 'It appears in the gallery in a moment.';
  return (
    <div className="booth-done">
      <CircleCheck aria-hidden className="size-16 text-success" />
      <h1 className="text-2xl font-semibold">Thank you!</h1>
      <p className="text-lg text-ink-muted">
        {isOnline
          ? `Your image was sent to ${event.name}. ${what}`
          : `Your image is saved on this ${deviceLabel} and will be sent as soon as the server can be reached.`}
      </p>
      {takeHome !== null && (
        <figure className="grid justify-items-center gap-3">
          <div className="size-52">
            <QrCode text={takeHome} label="QR code that opens your image on your phone" className="size-52" />
          </div>
          <figcaption className="text-ink-muted">
            {event.require_approval
              ? 'Scan to join the event. Your image appears there once the organizers approve it.'
              : 'Scan to get your image.'}
          </figcaption>
        </figure>
      )}
      <Button size="lg" variant="primary" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onOver}>
        Next photo
      </Button>
    </div>
  );
}
