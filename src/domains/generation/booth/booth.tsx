// The photo booth of an event: a photo, a style, the picture beside it, and into the gallery. By touch alone, one visitor after the other.
import './booth.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { BoothCamera } from '#src/camera/booth-camera.tsx';
import { submitRequest } from '#src/domains/generation/deliver.ts';
import type { GeneratedImage, ImageOwner } from '#src/domains/generation/generation.ts';
import { lookRequest } from '#src/domains/generation/looks/looks.ts';
import { loadStylePictures } from '#src/domains/generation/looks/style-picture.tsx';
import {
  cancelGeneration,
  deleteImage,
  invalidateImagesAndGenerations,
  modelsQuery,
  cacheGeneration,
} from '#src/domains/generation/queries.ts';
import { sendImageToEvent, type Sender } from '#src/domains/generation/results/image-to-event.ts';
import { useRequestProgress, type RequestProgress } from '#src/domains/generation/use-request-progress.ts';
import { waitingRequests } from '#src/domains/generation/waiting.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { toast } from '#src/ui/toast.ts';
import { BoothFrame } from './booth-frame.tsx';
import { BoothLooks } from './booth-looks.tsx';
import { BoothProgress } from './booth-progress.tsx';
import { BoothResult } from './booth-result.tsx';
import { BoothSent } from './booth-sent.tsx';
import { nextStep, stepOf, type BoothStep } from './booth-step.ts';
import type { SavedVisitor } from './saved-visitor.ts';
import { useBoothLock } from './use-booth-lock.ts';
import { useIdle } from './use-idle.ts';
import { useSaveStep, useSavedVisitor } from './use-saved-visitor.ts';
import { useSourceUpload } from './use-source-upload.ts';

/** Somebody may read, call others over and laugh; then the next one wants to begin. */
const IDLE_MS = 60_000;
const COUNT_MS = 15_000;
const SENT_MS = 10_000;
/** With a code on the screen, a phone has to be found and unlocked first. */
const SCAN_MS = 45_000;

interface BoothProps {
  event: components['schemas']['Event'];
  sender: Sender;
  owner: ImageOwner;
  /** Lets visitors join the event from their own phones; null where none does. */
  joinCode: string | null;
  onChooseEvent: () => void;
}

export function Booth(props: BoothProps) {
  const kept = useSavedVisitor(props.sender.account, props.event.id);
  return kept === undefined ? <PendingScreen /> : <BoothSession {...props} kept={kept} />;
}

/** Whoever stood here goes on where they were. */
const begin = (kept: SavedVisitor | null): BoothStep =>
  stepOf(kept && { photo: { blob: kept.photo, url: URL.createObjectURL(kept.photo) }, choice: kept.choice });

function BoothSession({ event, sender, owner, joinCode, kept, onChooseEvent }: BoothProps & { kept: SavedVisitor | null }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const [step, act] = useReducer(nextStep, kept, begin);
  const photo = step.at === 'camera' ? null : step.photo;
  const { isSaved, saveSource } = useSaveStep(sender.account, event.id, step, kept);
  const upload = useSourceUpload(photo, isOnline, { sourceId: kept?.sourceId ?? null, save: saveSource });
  const asked = useBoothRequest(step, upload.id, sender.account, owner);
  const followed = useRequestProgress(sender.account, owner, asked.id);
  const refusal = upload.refusal ?? asked.failure;
  const making: RequestProgress =
    refusal !== null ? { state: 'refused', why: refusal } : asked.id === null ? { state: 'waiting' } : followed;
  const [image] = making.state === 'finished' ? making.generation.images : [];
  const [sending, setSending] = useState(false);
  const isLocked = useBoothLock(sender.account) !== null;
  useEffect(loadStylePictures, []);
  // Read before they are needed: what is offered must be there without a connection as well.
  useQuery(modelsQuery(owner));

  const over = () => {
    if (photo) URL.revokeObjectURL(photo.url);
    act({ type: 'over' });
  };
  const photographed = useCallback((blob: Blob) => act({ type: 'photographed', photo: { blob, url: URL.createObjectURL(blob) } }), []);
  /** What is asked for and not finished is not needed any more. */
  const giveUp = async () => {
    if (step.at !== 'making') return;
    waitingRequests.remove(sender.account, step.requestId);
    if (making.state !== 'under-way') return;
    try {
      cacheGeneration(client, await cancelGeneration(step.requestId));
    } catch (error) {
      console.warn('What nobody waits for is made all the same', error);
    }
  };
  const discard = async (made: GeneratedImage) => {
    over();
    try {
      await deleteImage(made.id);
      await invalidateImagesAndGenerations(client, made);
    } catch (error) {
      toast.error('Couldn’t delete the image', { detail: `${describeFailure(error).detail} It’s still in your image gallery.` });
    }
  };
  const send = async (made: GeneratedImage) => {
    setSending(true);
    const sent = await sendImageToEvent(event, made, sender);
    setSending(false);
    if (sent.outcome === 'failed') toast.error('Couldn’t send the image', { detail: sent.why });
    else act({ type: 'sent', isKnown: sent.outcome === 'known', photoId: sent.photoId });
  };

  // Without a connection nobody is sent away from a photo that still waits for one; while it is made, one waits.
  const isWaitedFor = !isOnline || sending || (step.at === 'making' && (making.state === 'waiting' || making.state === 'under-way'));
  const takeHome =
    step.at === 'sent' && step.photoId !== null && joinCode !== null ? `${location.origin}/join/${joinCode}?photo=${step.photoId}` : null;
  const restart = () => {
    void giveUp();
    over();
  };
  const left = useIdle({
    afterMs: step.at === 'sent' ? (takeHome ? SCAN_MS : SENT_MS) : step.at === 'camera' || isWaitedFor ? null : IDLE_MS,
    countMs: COUNT_MS,
    onIdle: restart,
  });
  const otherLook = () => {
    void giveUp();
    act({ type: 'another-look' });
  };
  return (
    <BoothFrame
      event={event}
      left={left}
      waiting={photo === null || isOnline ? null : isSaved ? 'kept' : 'here'}
      account={sender.account}
      onChooseEvent={onChooseEvent}
    >
      {step.at === 'camera' && <BoothCamera title="Take a photo" picksFiles={!isLocked} onPhoto={photographed} />}
      {step.at === 'looks' && (
        <BoothLooks
          photo={step.photo}
          owner={owner}
          onChoose={(look) => act({ type: 'chosen', look, requestId: uuid7() })}
          onRestart={restart}
        />
      )}
      {step.at === 'making' &&
        (image ? (
          <BoothResult
            photo={step.photo}
            uploadId={upload.id}
            image={image}
            look={step.look.name}
            eventName={event.name}
            sending={sending}
            onSend={() => void send(image)}
            onAgain={otherLook}
            onDiscard={() => void discard(image)}
          />
        ) : (
          <BoothProgress
            photo={step.photo}
            uploadId={upload.id}
            look={step.look.name}
            making={making}
            onAgain={() => {
              upload.retry();
              otherLook();
            }}
            onRestart={restart}
          />
        ))}
      {step.at === 'sent' && <BoothSent event={event} isKnown={step.isKnown} takeHome={takeHome} onOver={over} />}
    </BoothFrame>
  );
}

/** Asks for what was chosen, once its photo is at the server. @returns what was asked for; null: nothing yet */
function useBoothRequest(
  step: BoothStep,
  uploadId: string | null,
  account: string,
  owner: ImageOwner,
): { id: string | null; failure: string | null } {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ id: string; failure: string | null } | null>(null);
  const chosen = step.at === 'making' ? step : null;
  useEffect(() => {
    if (!chosen || uploadId === null) return;
    const { requestId: id, look } = chosen;
    const body = lookRequest(look, { kind: 'upload', id: uploadId, event_id: null }, owner);
    const ask = async () => {
      // Written down before this returns: from then on it is followed.
      const sending = submitRequest(client, account, { id, body, modelName: look.model.name });
      await Promise.resolve();
      setAsked({ id, failure: null });
      await sending;
    };
    ask().catch((error: unknown) => setAsked({ id, failure: describeFailure(error).detail }));
  }, [client, account, owner, chosen, uploadId]);
  return asked !== null && asked.id === chosen?.requestId ? asked : { id: null, failure: null };
}
