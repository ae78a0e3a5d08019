import { useNavigate } from '@tanstack/react-router';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { sortStatusSteps, describeStatusStep } from '#src/domains/events/manage/status-labels.ts';
import type { EventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { pluralize } from '#src/lib/format.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CircleDot, Copy, EllipsisVertical, Images, Trash2 } from '#src/ui/icons.ts';

interface EventMenuProps {
  event: Event;
  actions: Pick<EventActions, 'setStatus' | 'remove'>;
}

/** What one may do with one event of the list without opening it. */
export function EventMenu({ event, actions }: EventMenuProps) {
  const navigate = useNavigate({ from: '/organization/events/' });
  const disabledReason = useDisabledReason(event);
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${event.name}`}
          size="sm"
          icon={<EllipsisVertical aria-hidden className="size-5" />}
          className="z-10"
        />
      }
    >
      <MenuItem icon={<Images aria-hidden />} onSelect={() => void navigate({ to: '/event/$id/gallery', params: { id: event.id } })}>
        Open gallery
      </MenuItem>
      <MenuItem
        icon={<Copy aria-hidden />}
        disabledReason={disabledReason}
        onSelect={() => void navigate({ to: '/organization/events', search: (now) => ({ ...now, new: true, from: event.id }) })}
      >
        Duplicate
      </MenuItem>
      {event.next_statuses.length > 0 && <MenuSeparator />}
      {sortStatusSteps(event.status, event.next_statuses).map((status) => (
        <MenuItem
          key={status}
          icon={<CircleDot aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => actions.setStatus({ event, status })}
        >
          {describeStatusStep(event.status, status).action}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger disabledReason={disabledReason} onSelect={() => actions.remove({ event })}>
        <span className="grid">
          Delete
          <span className="text-xs text-ink-muted">{deletionNote(event)}</span>
        </span>
      </MenuItem>
    </DropdownMenu>
  );
}

/** What goes from sight with the event. */
function deletionNote({ photos_count: photos, attendees_count: people }: Event): string {
  const parts = [photos > 0 && pluralize(photos, 'photo', 'photos'), people > 0 && pluralize(people, 'person', 'people')].filter(Boolean);
  return parts.length > 0 ? `With ${parts.join(' and ')}. Can be restored for 30 days` : 'Can be restored for 30 days';
}
