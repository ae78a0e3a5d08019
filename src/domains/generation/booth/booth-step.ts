// The steps of a photo booth visit as a pure reducer. Uploads and generation happen elsewhere.
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import type { Look } from '#src/domains/generation/looks/looks.ts';

export interface BoothPhoto {
  blob: Blob;
  /** Object URL of the blob; revoked with the photo. */
  url: string;
}

/** `requestId` identifies the request across retries. */
export interface BoothChoice {
  look: Look;
  requestId: string;
}

/** What was sent to the event's gallery. */
export interface BoothSending {
  image: GeneratedImage;
  isKnown: boolean;
  photoId: string | null;
}

export type BoothStep =
  | { at: 'camera' }
  | { at: 'looks'; photo: BoothPhoto }
  | ({ at: 'making'; photo: BoothPhoto } & BoothChoice)
  /** The visitor takes the image home. It isn't in the gallery. */
  | { at: 'taken'; photo: BoothPhoto; image: GeneratedImage }
  | ({ at: 'sent'; photo: BoothPhoto } & BoothSending);

export type BoothAction =
  | { type: 'photographed'; photo: BoothPhoto }
  | ({ type: 'chosen' } & BoothChoice)
  | { type: 'another-look' }
  | { type: 'taken'; image: GeneratedImage }
  | ({ type: 'sent' } & BoothSending)
  | { type: 'over' };

/** Restores the step after a reload. */
export function stepOf(saved: { photo: BoothPhoto; choice: BoothChoice | null } | null): BoothStep {
  if (saved === null) return { at: 'camera' };
  const { photo, choice } = saved;
  return choice === null ? { at: 'looks', photo } : { at: 'making', photo, ...choice };
}

/** Ignores actions that arrive too late for their step. */
export function nextStep(step: BoothStep, action: BoothAction): BoothStep {
  switch (action.type) {
    case 'photographed':
      return step.at === 'camera' ? { at: 'looks', photo: action.photo } : step;
    case 'chosen':
      return step.at === 'looks' ? { at: 'making', photo: step.photo, look: action.look, requestId: action.requestId } : step;
    case 'another-look':
      return step.at === 'making' ? { at: 'looks', photo: step.photo } : step;
    case 'taken':
      return step.at === 'making' ? { at: 'taken', photo: step.photo, image: action.image } : step;
    case 'sent':
      return step.at === 'making' || step.at === 'taken'
        ? { at: 'sent', photo: step.photo, image: action.image, isKnown: action.isKnown, photoId: action.photoId }
        : step;
    case 'over':
      return { at: 'camera' };
  }
}
