import type { components } from '#openapi/api.ts';
import { EventChoice } from '#src/domains/generation/compose/event-photo-picker.tsx';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { RefusedHere } from '#src/lib/refused-here.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { enqueuePhoto, KnownFileError, StorageBrokenError, StorageFullError } from '#src/outbox/enqueue.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { readOriginal } from './read-original.ts';

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
    try {
      await sendTo(event, image, account, accountEmail);
      toast.success('Added to the queue', { detail: `It is sent to ${event.name}, marked as generated.` });
    } catch (error) {
      if (error instanceof KnownFileError) toast.info(`This image is in ${event.name} already`);
      else toast.error('The image could not be sent', { detail: inWords(error) });
    }
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Send to an event"
      description="It appears in the event’s gallery like a photo."
    >
      <EventChoice
        none="You can send images to events that take photos from you now."
        allows={({ can }) => can.capture}
        onChoose={(event) => void send(event)}
      />
    </Sheet>
  );
}

const inWords = (error: unknown): string =>
  error instanceof StorageFullError || error instanceof StorageBrokenError || error instanceof RefusedHere
    ? error.message
    : describeFailure(error).detail;

async function sendTo(event: Event, image: GeneratedImage, account: string, accountEmail: string): Promise<void> {
  const blob = await readOriginal(image);
  const bytes = await blob.arrayBuffer();
  const sha256 = await sha256Hex(bytes);
  const askedAt = Date.now();
  const params = { path: { id: event.id }, header: { 'X-Account': account } };
  const { known } = unwrap(await api.POST('/api/v1/event/{id}/photos/known', { params, body: { sha256: [sha256] } }));
  if (known.length > 0) throw new KnownFileError();
  await enqueuePhoto({
    account,
    accountEmail,
    eventId: event.id,
    eventName: event.name,
    blob,
    contentType: image.content_type,
    takenAt: askedAt,
    tzOffset: -new Date(askedAt).getTimezoneOffset() || 0,
    orientation: 0,
    source: 'generated',
    fileName: null,
    thumb: null,
    file: { sha256, bytes, row: null, unlessSince: askedAt },
  });
}
