import { expect, test } from 'vitest';
import { cameraNames } from './options-sheet.tsx';

const named = (...labels: (string | [label: string, facing: string])[]) =>
  cameraNames(
    labels.map((each, index) => ({ deviceId: `id-${index}`, label: [each].flat()[0]!, facing: Array.isArray(each) ? each[1] : undefined })),
  );

test('an iPhone with three lenses', () => {
  expect(
    named(
      'Front Camera',
      'Back Triple Camera',
      'Back Dual Wide Camera',
      'Back Ultra Wide Camera',
      'Back Dual Camera',
      'Back Camera',
      'Back Telephoto Camera',
      'Desk View Camera',
    ),
  ).toEqual(['Front', 'Back (triple)', 'Back (dual wide)', 'Wide', 'Back (dual)', 'Back', 'Telephoto', 'Desk View Camera']);
});

test('an iPhone in German, which reports directions', () => {
  expect(
    named(
      ['Frontkamera', 'user'],
      ['Rückkamera', 'environment'],
      ['Ultra-Weitwinkelkamera auf der Rückseite', 'environment'],
      ['Telekamera auf der Rückseite', 'environment'],
    ),
  ).toEqual(['Front', 'Back', 'Wide', 'Telephoto']);
});

test('Chrome on Android and on a Samsung: identical rear cameras are numbered', () => {
  expect(named('camera2 1, facing front', 'camera2 0, facing back')).toEqual(['Front', 'Back']);
  expect(named('camera2 3, facing front', 'camera2 2, facing back', 'camera2 1, facing front', 'camera2 0, facing back')).toEqual([
    'Front',
    'Back',
    'Front 2',
    'Back 2',
  ]);
  expect(named('camera 1, facing front', 'camera 0, facing back')).toEqual(['Front', 'Back']);
  expect(named(['camera2 0', 'environment'], ['camera2 1', 'user'])).toEqual(['Back', 'Front']);
});

test('Firefox on Android', () => {
  expect(named('Facing back camera', 'Facing front camera', 'Camera 0, Facing back, Orientation 90')).toEqual(['Back', 'Front', 'Back 2']);
});

test('a computer: each webcam by its own name, without its address', () => {
  expect(named('FaceTime HD Camera (Built-in)', 'HD Pro Webcam C920 (046d:082d)', 'OBS Virtual Camera')).toEqual([
    'FaceTime HD Camera (Built-in)',
    'HD Pro Webcam C920',
    'OBS Virtual Camera',
  ]);
  expect(named(['Integrated Camera (13d3:5405)', 'user'])).toEqual(['Integrated Camera']);
  expect(named('Surface Camera Front', 'Surface Camera Rear')).toEqual(['Front', 'Back']);
});

test('no name, and names of the system, are never shown', () => {
  expect(named('fake_device_0')).toEqual(['Camera']);
  expect(named('', '')).toEqual(['Camera 1', 'Camera 2']);
  expect(named('/dev/video0', 'video1', '6f9b3c1d2e4f5a6b7c8d')).toEqual(['Camera 1', 'Camera 2', 'Camera 3']);
  expect(named(['', 'environment'], ['', 'user'])).toEqual(['Back', 'Front']);
});
