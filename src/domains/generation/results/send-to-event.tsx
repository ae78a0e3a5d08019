import type { components } from '#openapi/api.ts';
import { EventChoice } from '#src/domains/generation/compose/event-photo-picker.tsx';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { sendImageToEvent } from './image-to-event.ts';

type Event = components['schemas']['Event'];

interface SendToEventProps {
  image: GeneratedImage;
  account: string;
  accountEmail: string;
  onClose: () => void;
}

/** Puts an image into an event's gallery as if it had been taken there: through the queue, once. */
export function SendToEvent({ image, account, accountEmail, onClose }: SendToEventProps) {
  const send = async (event: Event) => {
    onClose();
    const sent = await sendImageToEvent(event, image, { account, accountEmail });
    if (sent.outcome === 'failed') toast.error('Couldn’t send the image', { detail: sent.why });
    else if (sent.outcome === 'known') toast.info(`This image is already in ${event.name}`);
    else toast.success('Added to the queue', { detail: `Posting to ${event.name}, labeled Generated.` });
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Send to an event"
      description="It appears in the event’s gallery, like a photo."
    >
      <EventChoice
        none="You can send images to events where you can take photos right now."
        allows={({ can }) => can.capture}
        onChoose={(event) => void send(event)}
      />
    </Sheet>
  );
}
