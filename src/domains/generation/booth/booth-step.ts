// Where the visitor of a photo booth stands. Pure: what is sent and made is others' business.
import type { Look } from '#src/domains/generation/looks/looks.ts';

export interface BoothPhoto {
  blob: Blob;
  /** Of the blob, for as long as the photo is held. */
  url: string;
}

export type BoothStep =
  | { at: 'camera' }
  | { at: 'looks'; photo: BoothPhoto }
  /** `requestId`: what is asked for is known by it, however often it is sent. */
  | { at: 'making'; photo: BoothPhoto; look: Look; requestId: string }
  | { at: 'sent'; photo: BoothPhoto; isKnown: boolean };

export type BoothAction =
  | { type: 'photographed'; photo: BoothPhoto }
  | { type: 'chosen'; look: Look; requestId: string }
  | { type: 'another-look' }
  | { type: 'sent'; isKnown: boolean }
  | { type: 'over' };

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
      return step.at === 'making' ? { at: 'sent', photo: step.photo, isKnown: action.isKnown } : step;
    case 'over':
      return { at: 'camera' };
  }
}
