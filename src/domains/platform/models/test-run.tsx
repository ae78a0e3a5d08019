import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { uuid7 } from '#src/lib/uuid7.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { PictureFileButton, pictureSizeError } from '#src/ui/picture-file.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { formatDuration, type PlatformModel, startTestRun, type TestGeneration as Run, testResultUrl, testRunQuery } from './queries.ts';

interface TestRunProps {
  model: PlatformModel;
  onClose: () => void;
}

const EXAMPLE = 'A cat on the moon at night';

/** Generates one image with a model and shows the result and its duration. */
export default function TestRun({ model, onClose }: TestRunProps) {
  const { prompt: takesPrompt, source: takesSource } = model.capabilities;
  const [prompt, setPrompt] = useState(takesPrompt === 'none' ? '' : EXAMPLE);
  const [picture, setPicture] = useState<File | null>(null);
  const [started, setStarted] = useState<Run | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOnline = useConnection() === 'online';
  const missing =
    takesSource === 'required' && !picture
      ? 'Choose an image first.'
      : takesPrompt === 'required' && prompt.trim() === ''
        ? 'Enter a description first.'
        : null;

  const start = async () => {
    setSending(true);
    setFailure(null);
    try {
      setStarted(await startTestRun(model.id, uuid7(), prompt.trim(), picture));
    } catch (error) {
      setFailure(describeFailure(error).detail);
    } finally {
      setSending(false);
    }
  };
  const choose = (file: File) => {
    const refusal = pictureSizeError(file);
    setFailure(refusal);
    if (refusal === null) setPicture(file);
  };

  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={`Test ${model.name}`}
      description="Creates one image, even while the model is off. It’s free and saved to your own gallery."
      footer={
        <Button
          variant="primary"
          className="flex-1"
          loading={isSending}
          disabledReason={isOnline ? missing : NEEDS_CONNECTION}
          onClick={() => void start()}
        >
          {started ? 'Run again' : 'Run test'}
        </Button>
      }
    >
      <div className="grid gap-6 pt-1 pb-6">
        {failure !== null && (
          <Banner tone="danger" title="Couldn’t start the test">
            {failure}
          </Banner>
        )}
        {takesPrompt !== 'none' && (
          <Field label="Description">
            {(control) => (
              <Input
                {...control}
                value={prompt}
                maxLength={Math.min(1000, model.capabilities.max_prompt_length)}
                onChange={(event) => setPrompt(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {takesSource !== 'none' && (
          <div className="grid gap-2">
            <p className="text-sm font-medium">
              Image{takesSource === 'optional' && <span className="ml-1.5 font-normal text-ink-muted">optional</span>}
            </p>
            {picture && <p className="text-sm wrap-anywhere text-ink-muted">{picture.name}</p>}
            <div>
              <PictureFileButton label="Image to test with" onChosen={choose}>
                {picture ? 'Choose another image' : 'Choose an image'}
              </PictureFileButton>
            </div>
          </div>
        )}
        {started && <RunState key={started.id} started={started} />}
      </div>
    </Sheet>
  );
}

function RunState({ started }: { started: Run }) {
  const { data: run, error } = useQuery(testRunQuery(started));
  const [image] = run.images;
  if (run.status === 'failed' && run.error)
    return (
      <Banner tone="danger" title="The test failed">
        {run.error.message} {durationOf(run)}
      </Banner>
    );
  if (run.status === 'cancelled') return <Banner title="The test was canceled" />;
  if (!image)
    return (
      <div role="status" className="grid gap-2 text-sm">
        <p>{run.status === 'queued' ? 'In the queue' : (run.message ?? 'Creating…')}</p>
        <Progress label="Test progress" value={run.progress} />
        {error && <p className="text-danger">{describeFailure(error).detail} We’ll retry automatically.</p>}
      </div>
    );
  return (
    <figure className="grid gap-2" role="status">
      <MediaImage
        src={testResultUrl(image.id)}
        alt="Test result"
        width={image.width}
        height={image.height}
        className="h-auto w-full rounded-lg bg-sunken"
      />
      <figcaption className="text-sm text-ink-muted">
        {durationOf(run)} {image.width} × {image.height} pixels.
        {run.warnings.map(({ code, message }) => (
          <span key={code}> {message}</span>
        ))}
      </figcaption>
    </figure>
  );
}

function durationOf({ started_at: from, finished_at: to }: Run): string {
  return from === null || to === null ? '' : `Took ${formatDuration(new Date(to).getTime() - new Date(from).getTime())}.`;
}
