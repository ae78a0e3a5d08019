import { deviceLabel } from '#src/lib/device.ts';
import { formatTime } from '#src/lib/format.ts';
import type { GenerationRecord } from '#src/outbox/record.ts';
import { useSession } from '#src/session/use-session.ts';
import { useConnection } from '#src/shell/connection.ts';
import { useMaintenance } from '#src/shell/use-maintenance.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Clock, ImageUp, PencilLine, RotateCw, Trash2 } from '#src/ui/icons.ts';
import { useRequestTitle } from './use-request-title.ts';

interface WaitingRequestCardProps {
  request: Pick<GenerationRecord, 'body' | 'modelName' | 'writtenAt' | 'refusal' | 'refusalCode'>;
  onRetry: () => void;
  /** @param without what has to be chosen anew */
  onEdit: (without?: 'source') => void;
  onDiscard: () => void;
}

/** Refusals of the request itself: the same is refused again. */
const FINAL_CODES: ReadonlySet<string> = new Set(['invalid_request', 'source_unavailable']);

/** A request that isn't on the server: waiting for a connection, or refused. */
export function WaitingRequestCard({ request, onRetry, onEdit, onDiscard }: WaitingRequestCardProps) {
  const isOnline = useConnection() === 'online';
  const runs = useSession()?.user.role === 'super_admin';
  const maintained = useMaintenance() !== null && isOnline && !runs;
  const { body, modelName, writtenAt, refusal, refusalCode } = request;
  const isFinal = refusalCode !== undefined && FINAL_CODES.has(refusalCode);
  // The models that take nothing else refuse the image itself.
  const isImageWrong = isFinal && body.source !== null && body.prompt === '';
  const title = useRequestTitle(body, body.organization_id, modelName);
  const sending = isOnline && !maintained && refusal === null;
  return (
    <article aria-label={title} className="grid gap-3 rounded-lg border border-dashed border-line-strong bg-surface p-4">
      <header className="grid gap-1">
        <div className="flex items-start gap-3">
          <h3 className="line-clamp-3 min-w-0 flex-1 text-sm font-medium wrap-anywhere">{title}</h3>
          <Badge tone={refusal === null ? 'info' : 'danger'} icon={refusal === null ? <Clock aria-hidden /> : undefined}>
            {refusal !== null ? (isFinal ? 'Not made' : 'Not started') : sending ? 'Sending' : 'Waiting'}
          </Badge>
        </div>
        <p className="text-sm text-ink-muted">
          {title !== modelName && `${modelName} · `}
          {formatTime(writtenAt)}
        </p>
      </header>
      {refusal === null ? (
        <p role="status" className="text-sm text-ink-muted">
          {maintained
            ? 'The platform is under maintenance. We’ll start once it’s over.'
            : sending
              ? 'Sending to the server…'
              : `Waiting on this ${deviceLabel}. We’ll start when the app is open and the server can be reached.`}
        </p>
      ) : (
        <Banner tone="danger" title={isFinal ? refusal : 'Couldn’t start this'}>
          <p>{isFinal ? 'Nothing was charged.' : refusal}</p>
        </Banner>
      )}
      {!sending && (
        <div className="flex flex-wrap gap-2">
          {isImageWrong && (
            <Button size="sm" icon={<ImageUp aria-hidden className="size-4" />} onClick={() => onEdit('source')}>
              Choose another photo
            </Button>
          )}
          {refusal !== null && !isFinal && (
            <Button size="sm" icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
              Retry
            </Button>
          )}
          {!isImageWrong && (
            <Button size="sm" icon={<PencilLine aria-hidden className="size-4" />} onClick={() => onEdit()}>
              Edit
            </Button>
          )}
          <Button size="sm" icon={<Trash2 aria-hidden className="size-4" />} onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </article>
  );
}
