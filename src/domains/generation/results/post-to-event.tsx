// Posts an image to events, each once, and withdraws it.
import { Link } from '@tanstack/react-router';
import type { components } from '#openapi/api.ts';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { NoOwnEvent, OwnEvents } from '#src/domains/generation/own-events.tsx';
import { deviceLabel } from '#src/lib/device.ts';
import { formatFullDate } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Check, Hourglass, Send, Undo2 } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { type ShownPost, useImagePosts } from './image-posts.ts';
import type { Sender } from './image-to-event.ts';

type Event = Pick<components['schemas']['Event'], 'id' | 'name' | 'time_zone'>;

const labels: Record<ShownPost['state'], string> = {
  waiting: 'Posting…',
  parked: 'Couldn’t be sent',
  approved: 'Posted',
  pending: 'Posted',
  rejected: 'Not approved',
};

function detailOf({ state, isOwn }: ShownPost, isOnline: boolean): string | null {
  switch (state) {
    case 'waiting':
      return isOnline ? null : `Saved on this ${deviceLabel}. It’s sent once the server responds.`;
    case 'parked':
      return 'The queue shows the reason.';
    case 'pending':
      return 'Waiting for approval.';
    case 'rejected':
      return 'The organizers didn’t approve it.';
    case 'approved':
      return isOwn ? null : 'By someone else in your organization.';
  }
}

/** Where the image is in the event's gallery, with Undo. */
function Posted({ post, busy, onUndo, onView }: { post: ShownPost; busy: boolean; onUndo: () => void; onView?: () => void }) {
  const isOnline = useConnection() === 'online';
  const isHere = post.state === 'waiting' || post.state === 'parked';
  const detail = detailOf(post, isOnline);
  const Icon = isHere || post.state === 'pending' ? Hourglass : Check;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-3">
      <div role="status" className="flex min-w-0 flex-1 basis-40 items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0 text-success" />
        <p className="min-w-0">
          <span className="font-medium">{labels[post.state]}</span>
          {detail && <span className="block text-sm text-ink-muted">{detail}</span>}
        </p>
      </div>
      {(post.state === 'approved' || post.state === 'pending') && (
        <Link
          to="/event/$id/gallery"
          params={{ id: post.eventId }}
          search={{ photo: post.photoId }}
          aria-label={`View in ${post.eventName}`}
          className={buttonClass()}
          onClick={onView}
        >
          View in event
        </Link>
      )}
      {post.isOwn && (
        <Button
          loading={busy}
          aria-label={`Undo: withdraw from ${post.eventName}`}
          disabledReason={!isOnline && !isHere && NEEDS_CONNECTION}
          icon={<Undo2 aria-hidden className="size-4" />}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

interface PostButtonProps {
  sender: Sender;
  event: Event;
  image: GeneratedImage;
  /** The event's gallery is opened at the post. It may be the screen below. */
  onView?: () => void;
  size?: 'sm' | 'lg';
}

/** Posts to one event. Once posted, it says so instead. */
export function PostButton({ sender, event, image, onView, size = 'lg' }: PostButtonProps) {
  const { posts, post, withdraw, busy } = useImagePosts(sender, image);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const posted = posts.find(({ eventId }) => eventId === event.id);
  if (posted) return <Posted post={posted} busy={busy.has(event.id)} onUndo={() => void withdraw(posted)} {...(onView && { onView })} />;
  return (
    <Button
      size={size}
      variant="primary"
      loading={busy.has(event.id)}
      disabledReason={offline}
      icon={<Send aria-hidden className="size-4" />}
      onClick={() => void post(event)}
    >
      Post to event
    </Button>
  );
}

interface PostSheetProps {
  sender: Sender;
  image: GeneratedImage;
  /** `.venue` above the viewer. */
  className?: string | undefined;
  onClose: () => void;
}

/** All events that the image can be posted to, and those that have it. */
export default function PostSheet({ sender, image, className, onClose }: PostSheetProps) {
  const { posts, post, withdraw, busy } = useImagePosts(sender, image);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Post to event"
      description="It appears in the event’s gallery, labeled Generated."
      className={className}
    >
      <OwnEvents>
        {(events) => {
          const open = events.filter(({ id, can }) => can.capture || posts.some(({ eventId }) => eventId === id));
          const others = posts.filter(({ eventId }) => !events.some(({ id }) => id === eventId));
          if (open.length === 0 && others.length === 0)
            return <NoOwnEvent events={events}>You can post images to events where you can take photos right now.</NoOwnEvent>;
          return (
            <ul className="grid gap-2 pt-1">
              {open.map((event) => {
                const posted = posts.find(({ eventId }) => eventId === event.id);
                return (
                  <li key={event.id} className="grid gap-2 rounded-md border border-line bg-control p-3">
                    <EventLine name={event.name} when={formatFullDate(event.starts_at, event.time_zone)} />
                    {posted ? (
                      <Posted post={posted} busy={busy.has(event.id)} onUndo={() => void withdraw(posted)} />
                    ) : (
                      <>
                        {event.require_approval && <p className="text-sm text-ink-muted">The organizers approve photos first.</p>}
                        <Button
                          loading={busy.has(event.id)}
                          disabledReason={offline}
                          aria-label={`Post to ${event.name}`}
                          icon={<Send aria-hidden className="size-4" />}
                          onClick={() => void post(event)}
                        >
                          Post
                        </Button>
                      </>
                    )}
                  </li>
                );
              })}
              {others.map((posted) => (
                <li key={posted.eventId} className="grid gap-2 rounded-md border border-line bg-control p-3">
                  <EventLine name={posted.eventName} />
                  <Posted post={posted} busy={busy.has(posted.eventId)} onUndo={() => void withdraw(posted)} />
                </li>
              ))}
            </ul>
          );
        }}
      </OwnEvents>
    </Sheet>
  );
}

function EventLine({ name, when }: { name: string; when?: string }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="truncate text-sm font-medium">{name}</p>
      {when && <p className="text-sm text-ink-muted">{when}</p>}
    </div>
  );
}
