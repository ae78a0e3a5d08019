import { expect, it } from 'vitest';
import { looksOf } from '#src/domains/generation/looks/looks.ts';
import { buildGeneratedImage, buildModel } from '#tests/support/factories/api.ts';
import { nextStep, type BoothStep } from './booth-step.ts';

const photo = { blob: new Blob(['photo']), url: 'blob:photo' };
const [look] = looksOf([buildModel({ task: 'image-to-image' }, { source: 'required' })]);
const image = buildGeneratedImage();
const camera: BoothStep = { at: 'camera' };

it('goes from the photo to the gallery and back to the camera', () => {
  const looks = nextStep(camera, { type: 'photographed', photo });
  const making = nextStep(looks, { type: 'chosen', look: look!, requestId: 'one' });
  expect(making).toEqual({ at: 'making', photo, look, requestId: 'one' });
  const sent = nextStep(making, { type: 'sent', image, isKnown: false, photoId: 'p1' });
  expect(sent).toMatchObject({ at: 'sent', photo, photoId: 'p1' });
  expect(nextStep(sent, { type: 'over' })).toEqual(camera);
});

it('lets the visitor choose another style for the same photo', () => {
  const making = nextStep({ at: 'looks', photo }, { type: 'chosen', look: look!, requestId: 'one' });
  expect(nextStep(making, { type: 'another-look' })).toEqual({ at: 'looks', photo });
});

it('lets the visitor take the image home, and send it to the gallery after that', () => {
  const making = nextStep({ at: 'looks', photo }, { type: 'chosen', look: look!, requestId: 'one' });
  const taken = nextStep(making, { type: 'taken', image });
  expect(taken).toEqual({ at: 'taken', photo, image });
  expect(nextStep(taken, { type: 'taken', image })).toBe(taken);
  expect(nextStep(taken, { type: 'another-look' }), 'the link leads to this image').toBe(taken);
  expect(nextStep(taken, { type: 'sent', image, isKnown: false, photoId: 'p1' })).toMatchObject({ at: 'sent', image });
  expect(nextStep(camera, { type: 'taken', image })).toBe(camera);
});

it('ignores actions that arrive too late', () => {
  const later = { blob: new Blob(['later']), url: 'blob:later' };
  const making = nextStep({ at: 'looks', photo }, { type: 'chosen', look: look!, requestId: 'one' });
  expect(nextStep(making, { type: 'photographed', photo: later })).toBe(making);
  expect(nextStep(making, { type: 'chosen', look: look!, requestId: 'two' })).toBe(making);
  expect(nextStep(camera, { type: 'sent', image, isKnown: false, photoId: 'p1' })).toBe(camera);
  expect(nextStep(camera, { type: 'another-look' })).toBe(camera);
});
