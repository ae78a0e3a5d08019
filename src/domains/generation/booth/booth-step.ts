// Where the visitor of a photo booth stands. Pure: what is sent and made is others' business.
import type { Look } from '#src/domains/generation/looks/looks.ts';

export interface BoothPhoto {
  blob: Blob;
  /** Of the blob, for as long as the photo is held. */
  url: string;
}

/** `requestId`: what is asked for is known by it, however often it is sent. */
export interface BoothChoice {
  look: Look;
  requestId: string;
}

export type BoothStep =
  | { at: 'camera' }
  | { at: 'looks'; photo: BoothPhoto }
  | ({ at: 'making'; photo: BoothPhoto } & BoothChoice)
  | { at: 'sent'; photo: BoothPhoto; isKnown: boolean; photoId: string | null };

export type BoothAction =
  | { type: 'photographed'; photo: BoothPhoto }
  | ({ type: 'chosen' } & BoothChoice)
  | { type: 'another-look' }
  | { type: 'sent'; isKnown: boolean; photoId: string | null }
  | { type: 'over' };

/** Where a visitor goes on whose page was opened anew. */
export function stepOf(kept: { photo: BoothPhoto; choice: BoothChoice | null } | null): BoothStep {
  if (kept === null) return { at: 'camera' };
  const { photo, choice } = kept;
  return choice === null ? { at: 'looks', photo } : { at: 'making', photo, ...choice };
}

/** A press that comes too late for the step it was meant for changes nothing. */
export function nextStep(step: BoothStep, action: BoothAction): BoothStep {
  switch (action.type) {
    case 'photographed':
      return step.at === 'camera' ? { at: 'looks', photo: action.photo } : step;
    case 'chosen':
      return step.at === 'looks' ? { at: 'making', photo: step.photo, look: action.look, requestId: action.requestId } : step;
    case 'another-look':
      return step.at === 'making' ? { at: 'looks', photo: step.photo } : step;
    case 'sent':
      return step.at === 'making' ? { at: 'sent', photo: step.photo, isKnown: action.isKnown, photoId: action.photoId } : step;
    case 'over':
      return { at: 'camera' };
  }
}
