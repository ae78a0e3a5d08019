import { expect, test } from 'vitest';
import { fileName, joinAddress, joinLink } from './join-link.ts';

test('encodes any code in its link', () => {
  expect(joinLink('K7PM2XWA', 'https://photos.example.org')).toBe('https://photos.example.org/join/K7PM2XWA');
  expect(joinLink('ÄÖ/1', 'http://localhost:3000')).toBe('http://localhost:3000/join/%C3%84%C3%96%2F1');
  expect(joinAddress('http://localhost:3000')).toBe('localhost:3000/join');
});

test('names files after the event', () => {
  expect(fileName('Harbour Lights', 'qr')).toBe('harbour-lights-qr');
  expect(fileName('  Åsa & Jón: “Brúðkaup” / 2026 ', 'qr')).toBe('åsa-jón-brúðkaup-2026-qr');
  expect(fileName('🎉🎉', 'qr')).toBe('event-qr');
  expect(fileName('x'.repeat(200), 'qr')).toHaveLength(63);
});
