import type { components } from '#openapi/api.ts';
import { device } from '#src/lib/device.ts';
import { useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Camera, CircleCheck } from '#src/ui/icons.ts';

interface BoothSentProps {
  event: components['schemas']['Event'];
  /** It was in the gallery before. */
  isKnown: boolean;
  onOver: () => void;
}

export function BoothSent({ event, isKnown, onOver }: BoothSentProps) {
  const isOnline = useConnection() === 'online';
  const what = isKnown
    ? 'It was there already.'
    : event.require_approval
      ? 'It appears in the gallery once the organizers approve it.'
      : 'It appears in the gallery in a moment.';
  return (
    <div className="booth-done">
      <CircleCheck aria-hidden className="size-16 text-success" />
      <h1 className="text-2xl font-semibold">Thank you!</h1>
      <p className="text-lg text-ink-muted">
        {isOnline
          ? `Your picture goes to ${event.name}. ${what}`
          : `Your picture waits on this ${device}, and is sent once there is a connection.`}
      </p>
      <Button size="lg" variant="primary" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onOver}>
        Next photo
      </Button>
    </div>
  );
}
