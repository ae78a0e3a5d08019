import { lazy, Suspense, useState } from 'react';
import { type Event, readableCode } from '#src/domains/events/event.ts';
import { joinCodeDisabledReason, type JoinPolicy, joinPolicyLabels } from '#src/domains/events/manage/status-labels.ts';
import { useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QrDownloads } from '#src/shell/qr-downloads.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Printer, RefreshCw } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { fileName, joinAddress, joinLink } from './join-link.ts';

const QrCode = lazy(() => import('#src/ui/qr-code.tsx'));
const PosterDialog = lazyPart(() => import('./poster-dialog.tsx'), { name: 'the poster', close: ({ onClose }) => onClose() });

interface JoinCardProps {
  event: Event;
  onPolicy: (policy: JoinPolicy) => void;
  onRenew: () => Promise<void>;
  poster: boolean;
  onPoster: (open: boolean) => void;
}

const policies = (['code', 'invited', 'closed'] as const).map((value) => ({
  value,
  label: joinPolicyLabels[value].name,
  help: joinPolicyLabels[value].help,
}));

/** How people join: the code to scan, type and print, and the join policy. */
export function JoinCard({ event, onPolicy, onRenew, poster, onPoster }: JoinCardProps) {
  const disabledReason = useDisabledReason(event);
  const [renewing, setRenewing] = useState(false);
  const codeDisabledReason = joinCodeDisabledReason(event);
  const { join_code: code, status } = event;
  const isOver = status === 'ended' || status === 'archived';
  return (
    <Card
      title="Joining"
      lead={isOver ? 'The event is over. No one new can join.' : `People scan the code or enter it at ${joinAddress(location.origin)}.`}
    >
      {code !== null && (
        <>
          <div className="grid justify-items-center gap-3">
            <div className="size-52 overflow-hidden rounded-md border border-line bg-white">
              <Suspense fallback={<Skeleton className="size-full !rounded-none" />}>
                <QrCode text={joinLink(code, location.origin)} label={`QR code to join ${event.name}`} />
              </Suspense>
            </div>
            <p className="max-w-full text-center font-mono text-2xl font-semibold tracking-wider [overflow-wrap:anywhere] select-all">
              <span className="sr-only">Join code: </span>
              {readableCode(code)}
            </p>
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Button
              variant={isOver ? 'secondary' : 'primary'}
              icon={<Printer aria-hidden className="size-4" />}
              onClick={() => onPoster(true)}
            >
              Poster
            </Button>
            <CopyButton label="Copy link" text={joinLink(code, location.origin)} />
            <QrDownloads text={joinLink(code, location.origin)} name={fileName(event.name, 'qr')} />
            <Button
              icon={<RefreshCw aria-hidden className="size-4" />}
              disabledReason={disabledReason}
              className="w-full"
              onClick={() => setRenewing(true)}
            >
              Replace code
            </Button>
          </div>
        </>
      )}
      <RadioGroup
        legend="Who can join"
        name="join-policy"
        columns={1}
        options={policies}
        value={event.join_policy}
        disabled={disabledReason !== null}
        onChange={({ currentTarget }) => onPolicy(currentTarget.value as JoinPolicy)}
      />
      {disabledReason && <p className="text-sm text-ink-muted">{disabledReason}</p>}
      {/* Below the choice: above, it would move the option away from the pointer. */}
      {code !== null && codeDisabledReason && (
        <Banner tone="warning" title="The code doesn’t work right now">
          {codeDisabledReason}
        </Banner>
      )}
      {renewing && code !== null && <RenewDialog code={readableCode(code)} onRenew={onRenew} onClose={() => setRenewing(false)} />}
      {poster && code !== null && <PosterDialog event={event} code={code} onClose={() => onPoster(false)} />}
    </Card>
  );
}

interface RenewDialogProps {
  code: string;
  onRenew: () => Promise<void>;
  onClose: () => void;
}

/** Confirms first: printed codes stop working, and there is no undo. */
function RenewDialog({ code, onRenew, onClose }: RenewDialogProps) {
  const [renewing, setRenewing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = async () => {
    setRenewing(true);
    setFailure(null);
    try {
      await onRenew();
      onClose();
    } catch (error) {
      setFailure(describeFailure(error).detail);
      setRenewing(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || renewing || onClose()}
      title="Replace code?"
      description={
        <>
          Everything with the code <b className="font-mono font-semibold text-ink">{code}</b> stops working immediately: posters, links and
          QR codes. You can’t undo this. People who have joined stay in, and personal invitations keep working.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={renewing} onClick={() => void renew()}>
            Replace code
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="danger" title="Couldn’t replace the code">
          {failure}
        </Banner>
      )}
    </Dialog>
  );
}
