import './image-menu.css';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { creditsPerImage } from '#src/domains/generation/labels.ts';
import { ownEventsQuery } from '#src/domains/generation/queries.ts';
import { accountLabel } from '#src/session/display-name.ts';
import { useSession } from '#src/session/use-session.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import {
  BookOpen,
  Check,
  Copy,
  Download,
  Ellipsis,
  ImagePlus,
  ImageUpscale,
  Link2,
  PencilLine,
  Plus,
  Printer,
  Send,
  Share,
  Trash2,
} from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { canShareFiles } from './original-file.ts';
import { PostButton } from './post-to-event.tsx';
import type { ImageActions } from './use-image-actions.ts';

interface ImageMenuProps {
  image: GeneratedImage;
  actions: ImageActions;
  onCollect?: () => void;
  /** Why collections can't be changed now. */
  collectionsDisabledReason?: string | false;
  /** `lg` in the viewer, which also has the most frequent actions as buttons. */
  size?: 'sm' | 'lg';
  /** `.venue` for the dark theme of the viewer. */
  menuClass?: string;
  className?: string;
}

const parts = {
  post: lazyPart(() => import('./post-to-event.tsx'), { name: 'the events', close: ({ onClose }) => onClose() }),
  share: lazyPart(() => import('./share-dialog.tsx'), { name: 'the dialog', close: ({ onClose }) => onClose() }),
  print: lazyPart(() => import('./print-dialog.tsx'), { name: 'the dialog', close: ({ onClose }) => onClose() }),
};

const TOO_LARGE = 'This image is too large to upscale.';

/** Where it was posted; null if it wasn't. */
function postedLabel({ posts: [first, ...others] = [] }: GeneratedImage): string | null {
  if (!first) return null;
  return others.length === 0 ? `Posted to ${first.event_name}` : `Posted to ${others.length + 1} events`;
}

interface FrequentActionProps {
  label: string;
  /** For screen readers; begins with the label. */
  name?: string;
  Icon: typeof Copy;
  disabledReason: string | false;
  onClick: () => void;
}

/** Of the viewer: beside the menu, and at the bottom of a phone. */
function FrequentAction({ label, name = label, Icon, disabledReason, onClick }: FrequentActionProps) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={name}
      icon={<Icon aria-hidden className="size-4" />}
      disabledReason={disabledReason}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

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
  const [opened, setOpened] = useState<keyof typeof parts | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  /** When the press on its button began, which closes it. */
  const wasMenuOpen = useRef(false);
  const onClose = () => setOpened(null);
  const { upscaler, edits } = actions;
  const variations = actions.variations(image);
  const isTooLarge = image.width * image.height > (upscaler?.capabilities.max_source_pixels ?? Infinity);
  const icon = (Icon: typeof Copy) => <Icon aria-hidden />;
  const PostIcon = image.posts?.length ? Check : Send;
  return (
    <>
      {size === 'lg' && (
        <div className="image-frequent">
          <FrequentAction label="Download" Icon={Download} disabledReason={offline} onClick={() => void actions.save(image)} />
          <FrequentAction
            label="Share"
            Icon={Share}
            disabledReason={offline}
            onClick={() => (canShareFiles() ? void actions.share(image) : setOpened('share'))}
          />
          <FrequentAction
            label={image.posts?.length ? 'Posted' : 'Post'}
            name={postedLabel(image) ?? 'Post to event'}
            Icon={PostIcon}
            disabledReason={offline}
            onClick={() => setOpened('post')}
          />
        </div>
      )}
      <DropdownMenu
        className={cn('image-menu', menuClass)}
        state={{ open: isMenuOpen, onOpenChange: setMenuOpen }}
        trigger={
          <IconButton
            size={size}
            label="More for this image"
            className={className}
            icon={<Ellipsis aria-hidden className="size-5" />}
            // Opens when the press ends: on a phone the menu may cover its button, and the release would choose an item.
            onPointerDown={(event) => {
              event.preventDefault();
              wasMenuOpen.current = isMenuOpen;
            }}
            onClick={() => {
              setMenuOpen(!wasMenuOpen.current);
              wasMenuOpen.current = false;
            }}
          />
        }
      >
        <MenuItem icon={icon(PostIcon)} onSelect={() => setOpened('post')} disabledReason={offline}>
          {postedLabel(image) ?? 'Post to event'}
        </MenuItem>
        <MenuItem icon={icon(Download)} onSelect={() => void actions.save(image)} disabledReason={offline}>
          Download
        </MenuItem>
        <MenuSeparator />
        {variations && (
          <MenuItem
            icon={icon(Copy)}
            onSelect={() => void actions.vary(image)}
            disabledReason={offline || (variations.disabledReason ?? false)}
          >
            {variations.label}
          </MenuItem>
        )}
        <MenuItem icon={icon(PencilLine)} onSelect={() => actions.compose({ again: image.generation_id })}>
          Edit request
        </MenuItem>
        <MenuItem icon={icon(ImagePlus)} onSelect={() => actions.compose({ source: image.id })}>
          Use as source image
        </MenuItem>
        {edits.map(({ model, label, Icon }) => (
          <MenuItem key={model} icon={icon(Icon)} onSelect={() => actions.compose({ source: image.id, model })}>
            {label}
          </MenuItem>
        ))}
        {upscaler && (
          <MenuItem icon={icon(ImageUpscale)} onSelect={() => void actions.upscale(image)} disabledReason={isTooLarge && TOO_LARGE}>
            Upscale ({creditsPerImage(upscaler).toLowerCase()})
          </MenuItem>
        )}
        <MenuSeparator />
        {canShareFiles() && (
          <MenuItem icon={icon(Share)} onSelect={() => void actions.share(image)} disabledReason={offline}>
            Share
          </MenuItem>
        )}
        <MenuItem icon={icon(Link2)} onSelect={() => setOpened('share')} disabledReason={offline}>
          Share link
        </MenuItem>
        <MenuItem icon={icon(Printer)} onSelect={() => setOpened('print')} disabledReason={offline}>
          Print
        </MenuItem>
        <MenuItem icon={icon(BookOpen)} onSelect={() => void actions.copyRecipe(image)} disabledReason={offline}>
          Copy recipe
        </MenuItem>
        {onCollect && (
          <MenuItem icon={icon(Plus)} onSelect={onCollect} disabledReason={collectionsDisabledReason || offline}>
            Add to collection
          </MenuItem>
        )}
        {image.can.delete && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={icon(Trash2)} onSelect={() => actions.remove(image)} disabledReason={offline}>
              Delete
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {opened === 'post' && user && (
        <parts.post image={image} sender={{ account: user.id, accountEmail: accountLabel(user) }} className={menuClass} onClose={onClose} />
      )}
      {opened === 'share' && (
        <parts.share image={image} onDownload={() => void actions.save(image)} className={menuClass} onClose={onClose} />
      )}
      {opened === 'print' && <parts.print image={image} className={menuClass} onClose={onClose} />}
    </>
  );
}

interface ResultActionsProps {
  image: GeneratedImage;
  actions: ImageActions;
  /** The event that its source is a photo of; null if it is none. */
  eventId: string | null;
}

/** What a result is made for, without its menu: into the event, and onto the device. */
export function ResultActions({ image, actions, eventId }: ResultActionsProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const user = useSession()?.user;
  const [isPosting, setPosting] = useState(false);
  const { data: events } = useQuery({ ...ownEventsQuery, enabled: eventId !== null });
  const event = events?.find(({ id, can }) => id === eventId && can.capture);
  const sender = user && { account: user.id, accountEmail: accountLabel(user) };
  return (
    <>
      {sender && event ? (
        <PostButton size="sm" sender={sender} event={event} image={image} />
      ) : (
        <Button
          size="sm"
          variant="primary"
          aria-label={postedLabel(image) ?? 'Post to event'}
          icon={image.posts?.length ? <Check aria-hidden className="size-4" /> : <Send aria-hidden className="size-4" />}
          disabledReason={offline}
          onClick={() => setPosting(true)}
        >
          {image.posts?.length ? 'Posted' : 'Post'}
        </Button>
      )}
      <Button
        size="sm"
        icon={<Download aria-hidden className="size-4" />}
        disabledReason={offline}
        onClick={() => void actions.save(image)}
      >
        Download
      </Button>
      {isPosting && sender && <parts.post image={image} sender={sender} onClose={() => setPosting(false)} />}
    </>
  );
}
