import { describe, expect, it } from 'vitest';
import { parseEventLink } from './event-link.tsx';
import { parseJoinCode, joinCodeFromPath } from './join-code.ts';

describe('parseJoinCode', () => {
  it.each(['HARBOUR-26', 'harbour 26', ' Harbour_26 ', 'h.a.r.b.o.u.r.2.6', 'ＨＡＲＢＯＵＲ２６'])(
    'ignores case and separators: %s',
    (typed) => {
      expect(parseJoinCode(typed)).toBe('HARBOUR26');
    },
  );

  it.each([
    'https://photos.example.org/join/harbour-26',
    'http://localhost:3000/join/HARBOUR-26?utm=poster#now',
    'photos.example.org/join/Harbour%2026/',
    '/join/HARBOUR-26',
    'Come to the party! https://photos.example.org/join/HARBOUR-26 See you',
  ])('extracts the code from a link: %s', (pasted) => {
    expect(parseJoinCode(pasted)).toBe('HARBOUR26');
  });

  it('accepts letters of any language', () => expect(parseJoinCode('Fête-été')).toBe('FÊTEÉTÉ'));

  it.each(['', '  ', 'abc', '-- --', 'a'.repeat(33), 'https://photos.example.org/', 'https://photos.example.org/join/'])(
    'rejects %j',
    (text) => expect(parseJoinCode(text)).toBeNull(),
  );

  it('tolerates a percent sign that encodes nothing', () => expect(parseJoinCode('/join/HARB%OUR')).toBe('HARBOUR'));
});

describe('joinCodeFromPath', () => {
  it('returns the code of a join path', () => {
    expect(joinCodeFromPath('/join/HARBOUR-26')).toBe('HARBOUR26');
    expect(joinCodeFromPath('/join/HARBOUR-26?from=poster')).toBe('HARBOUR26');
  });
  it.each([null, '/', '/join', '/join/', '/event/1/gallery', '/dashboard?next=/join/HARBOUR-26'])('returns null for %s', (path) => {
    expect(joinCodeFromPath(path)).toBeNull();
  });
});

describe('parseEventLink', () => {
  it('accepts event links with or without a photo', () => {
    expect(parseEventLink('/event/e1/gallery?photo=p1')).toEqual({ id: 'e1', photo: 'p1' });
    expect(parseEventLink('/event/e1')).toEqual({ id: 'e1' });
  });
  it.each([null, '/', '/event/', '/events/e1', '/organization/events/e1?photo=p1'])('rejects %s', (path) => {
    expect(parseEventLink(path)).toBeNull();
  });
});
