import { progressLabel } from '#src/domains/generation/progress-label.ts';
import type { RequestProgress } from '#src/domains/generation/use-request-progress.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { useConnection } from '#src/shell/connection.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Camera, Palette, X } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import { BoothOriginal } from './booth-original.tsx';
import type { BoothPhoto } from './booth-step.ts';

interface BoothProgressProps {
  photo: BoothPhoto;
  uploadId: string | null;
  look: string;
  making: RequestProgress;
  onAgain: () => void;
  onRestart: () => void;
}

/** Until there is a picture; and where there will be none, why. */
export function BoothProgress({ photo, uploadId, look, making, onAgain, onRestart }: BoothProgressProps) {
  const isOnline = useConnection() === 'online';
  const why = failureReason(making);
  const words =
    making.state === 'under-way' ? progressLabel(making.generation) : isOnline ? 'Sending the photo…' : 'Waiting for a connection…';
  const isQueued = making.state === 'under-way' && making.generation.status === 'queued';
  return (
    <div className="booth-step">
      <div className="booth-pair">
        <BoothOriginal photo={photo} uploadId={uploadId} />
        <div className="booth-progress">
          <h1 className="text-2xl font-semibold">{look}</h1>
          {why === null ? (
            <>
              <p aria-live="polite" className="text-ink-muted">
                {words}
              </p>
              <Progress label={words} value={making.state === 'under-way' ? (isQueued ? 0 : making.generation.progress) : null} />
            </>
          ) : (
            <Banner tone="danger" title="Couldn’t create the image">
              <p>{why}</p>
              {making.state === 'refused' && <p>The photo is still on this {deviceLabel}.</p>}
            </Banner>
          )}
        </div>
      </div>
      <div className="booth-foot">
        <Button
          size="lg"
          variant={why === null ? 'secondary' : 'primary'}
          className="booth-press"
          icon={why === null ? <X aria-hidden className="size-5" /> : <Palette aria-hidden className="size-5" />}
          onClick={onAgain}
        >
          {why === null ? 'Cancel' : 'Try again'}
        </Button>
        <Button size="lg" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onRestart}>
          New photo
        </Button>
      </div>
    </div>
  );
}

function failureReason(making: RequestProgress): string | null {
  if (making.state === 'refused') return making.why;
  if (making.state !== 'finished') return null;
  return making.generation.error?.message ?? 'It was canceled.';
}
