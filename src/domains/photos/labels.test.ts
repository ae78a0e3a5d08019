import { expect, it } from 'vitest';
import { emptyGalleryWords, type ShownPhotos } from './labels.ts';

it.each<[over: boolean, camera: boolean, shows: ShownPhotos, words: string]>([
  [true, false, 'all', 'This event is over.'],
  [true, false, 'own', 'This event is over.'],
  [false, true, 'all', 'Take the first one. Photos from everyone at this event appear here.'],
  [false, true, 'later', 'Take the first one. Until the gallery opens, you see only your own photos.'],
  [false, true, 'own', 'Take the first one. Only your own photos appear here.'],
  [false, false, 'all', 'Photos appear here as soon as someone takes one. You don’t need to reload.'],
  [false, false, 'later', 'Photos appear here once the gallery opens.'],
  [false, false, 'own', 'Only your own photos appear here.'],
])('an empty gallery promises what it will show: over %s, camera %s, %s', (over, camera, shows, words) => {
  expect(emptyGalleryWords({ over, camera, shows })).toBe(words);
});
