import { Link, useNavigate } from '@tanstack/react-router';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Camera, Copy, EllipsisVertical, Images, Sparkles, Trash2 } from '#src/ui/icons.ts';

/** The ways from the office into the event, and what concerns it as a whole. */
export function EventHeadActions({ event, onDelete }: { event: Event; onDelete: () => void }) {
  const navigate = useNavigate();
  const disabledReason = useDisabledReason(event);
  const params = { id: event.id };
  return (
    <>
      {event.can.capture && (
        <Link to="/event/$id" params={params} className={buttonClass()}>
          <Camera aria-hidden className="size-4" />
          Camera
        </Link>
      )}
      <Link to="/event/$id/gallery" params={params} className={buttonClass()}>
        <Images aria-hidden className="size-4" />
        Gallery
      </Link>
      <DropdownMenu
        trigger={<IconButton label="More actions" variant="secondary" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
      >
        {event.can.capture && (
          <MenuItem
            icon={<Sparkles aria-hidden />}
            onSelect={() => void navigate({ to: '/fullscreen-image-generation', search: { event: event.id } })}
          >
            Photo booth
          </MenuItem>
        )}
        <MenuItem
          icon={<Copy aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => void navigate({ to: '/organization/events', search: { new: true, from: event.id } })}
        >
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger disabledReason={disabledReason} onSelect={onDelete}>
          Delete
        </MenuItem>
      </DropdownMenu>
    </>
  );
}
