import { formatDateTime } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { CircleX, Undo2 } from '#src/ui/icons.ts';
import { announcementStatusLabels, deliverySummary, targetLabel } from './announcement-labels.ts';
import type { Announcement } from './queries.ts';

interface AnnouncementColumnOptions {
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  onCancel: (announcement: Announcement) => void;
  onWithdraw: (announcement: Announcement) => void;
}

export const announcementColumns = ({ disabledReason, onCancel, onWithdraw }: AnnouncementColumnOptions): Column<Announcement>[] => [
  {
    head: 'Announcement',
    part: 'title',
    cell: ({ title, body }) => (
      <span className="grid gap-0.5">
        <span className="line-clamp-2" title={title}>
          {title}
        </span>
        <span className="line-clamp-2 text-sm font-normal text-ink-muted">{body}</span>
      </span>
    ),
    className: 'min-w-56',
  },
  {
    head: 'To',
    part: 'fact',
    cell: (announcement) => (
      <span className="line-clamp-2 wrap-anywhere whitespace-normal lg:w-36" title={targetLabel(announcement)}>
        {targetLabel(announcement)}
      </span>
    ),
    onCard: targetLabel,
  },
  {
    head: 'Status',
    part: 'fact',
    cell: ({ status }) => <Badge tone={announcementStatusLabels[status].tone}>{announcementStatusLabels[status].name}</Badge>,
  },
  {
    head: 'When',
    part: 'fact',
    cell: ({ send_at: at }) => (
      <time dateTime={at} className="block whitespace-normal lg:w-28">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    head: 'Delivery',
    part: 'line',
    cell: (announcement) => <span className="block whitespace-normal lg:w-44">{deliverySummary(announcement)}</span>,
  },
  {
    head: 'Actions',
    part: 'action',
    below: (announcement) => isCancellable(announcement) || isWithdrawable(announcement),
    cell: (announcement) =>
      isWithdrawable(announcement) ? (
        <Button
          size="sm"
          aria-label={`Withdraw ${announcement.title}`}
          icon={<Undo2 aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => onWithdraw(announcement)}
        >
          Withdraw
        </Button>
      ) : isCancellable(announcement) ? (
        <Button
          size="sm"
          aria-label={`Cancel ${announcement.title}`}
          icon={<CircleX aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => onCancel(announcement)}
        >
          Cancel
        </Button>
      ) : null,
  },
];

const isCancellable = ({ status }: Announcement): boolean => status === 'scheduled' || status === 'sending';

/** While it is being sent it is cancelled first. */
const isWithdrawable = ({ status, figures }: Announcement): boolean =>
  status === 'sent' || (status === 'cancelled' && figures.recipients > 0);
