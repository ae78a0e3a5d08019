import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { EventChoice } from '#src/domains/generation/compose/event-photo-picker.tsx';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { creditsPerImage } from '#src/domains/generation/labels.ts';
import { useSession } from '#src/session/use-session.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Copy, Download, Ellipsis, ImagePlus, ImageUpscale, PencilLine, Plus, Send, Share, Trash2 } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { sendImageToEvent } from './image-to-event.ts';
import { canShareFiles } from './original-file.ts';
import type { ImageActions } from './use-image-actions.ts';

interface ImageMenuProps {
  image: GeneratedImage;
  actions: ImageActions;
  onCollect?: () => void;
  /** Why collections can't be changed now. */
  collectionsDisabledReason?: string | false;
  size?: 'sm' | 'lg';
  /** `.venue` for the dark theme of the viewer. */
  menuClass?: string;
  className?: string;
}

const TOO_LARGE = 'This image is too large to upscale.';

/** All actions for an image except opening it. */
export function ImageMenu({
  image,
  actions,
  onCollect,
  collectionsDisabledReason = false,
  size = 'sm',
  menuClass,
  className,
}: ImageMenuProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const user = useSession()?.user;
  const [sending, setSending] = useState(false);
  const { upscaler } = actions;
  const isTooLarge = image.width * image.height > (upscaler?.capabilities.max_source_pixels ?? Infinity);
  const icon = (Icon: typeof Copy) => <Icon aria-hidden />;
  return (
    <>
      <DropdownMenu
        className={menuClass}
        trigger={
          <IconButton size={size} label="More for this image" className={className} icon={<Ellipsis aria-hidden className="size-5" />} />
        }
      >
        <MenuItem icon={icon(Copy)} onSelect={() => void actions.vary(image)} disabledReason={offline}>
          Vary
        </MenuItem>
        <MenuItem icon={icon(PencilLine)} onSelect={() => actions.compose({ again: image.generation_id })}>
          Edit request
        </MenuItem>
        <MenuItem icon={icon(ImagePlus)} onSelect={() => actions.compose({ source: image.id })}>
          Use as source image
        </MenuItem>
        {upscaler && (
          <MenuItem icon={icon(ImageUpscale)} onSelect={() => void actions.upscale(image)} disabledReason={isTooLarge && TOO_LARGE}>
            Upscale ({creditsPerImage(upscaler).toLowerCase()})
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={icon(Download)} onSelect={() => void actions.save(image)} disabledReason={offline}>
          Download
        </MenuItem>
        {canShareFiles() && (
          <MenuItem icon={icon(Share)} onSelect={() => void actions.share(image)} disabledReason={offline}>
            Share
          </MenuItem>
        )}
        {onCollect && (
          <MenuItem icon={icon(Plus)} onSelect={onCollect} disabledReason={collectionsDisabledReason || offline}>
            Add to collection
          </MenuItem>
        )}
        <MenuItem icon={icon(Send)} onSelect={() => setSending(true)} disabledReason={offline}>
          Send to an event
        </MenuItem>
        {image.can.delete && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={icon(Trash2)} onSelect={() => actions.remove(image)} disabledReason={offline}>
              Delete
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {sending && user && <SendToEvent image={image} account={user.id} accountEmail={user.email ?? ''} onClose={() => setSending(false)} />}
    </>
  );
}

type Event = components['schemas']['Event'];

interface SendToEventProps {
  image: GeneratedImage;
  account: string;
  accountEmail: string;
  onClose: () => void;
}

/** Sends an image to an event's gallery through the outbox. */
function SendToEvent({ image, account, accountEmail, onClose }: SendToEventProps) {
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
