import { describe, expect, test } from 'vitest';
import { findTutorials, foundIn, piecesOf, wordsOf } from './search-tutorials.ts';
import { tutorials } from './tutorials.ts';

const idsOf = (q: string) => findTutorials(tutorials, q).map(({ id }) => id);

describe('searching', () => {
  test('finds what holds every word, in any order, whatever the case', () => {
    expect(idsOf('QUEUE connection')).toContain('offline');
    expect(idsOf('connection queue')).toEqual(idsOf('QUEUE connection'));
    expect(idsOf('queue zebra')).toEqual([]);
    expect(idsOf('  ')).toEqual(tutorials.map(({ id }) => id));
  });

  test('puts those first that are called so', () => {
    expect(idsOf('burst')[0]).toBe('burst');
    expect(idsOf('poster').indexOf('posters')).toBe(0);
  });

  test('finds words that stand half in bold', () => {
    expect(idsOf('press poster')).toContain('posters');
    expect(findTutorials(tutorials, '**')).toEqual([]);
  });

  test('tells the step where the words stand, unless title and summary say them', () => {
    const posters = tutorials.find(({ id }) => id === 'posters')!;
    expect(foundIn(posters, 'svg')).toContain('SVG for print');
    expect(foundIn(posters, 'poster')).toBeNull();
    expect(foundIn(posters, '')).toBeNull();
  });
});

describe('marking', () => {
  test('cuts a text at what was looked for, the longest first, and takes signs as they are', () => {
    expect(piecesOf('Open the Queue again', wordsOf('queue'))).toEqual(['Open the ', 'Queue', ' again']);
    expect(piecesOf('offline', wordsOf('off offline'))).toEqual(['', 'offline', '']);
    expect(piecesOf('1.5 (one)', wordsOf('. (one)'))).toEqual(['1', '.', '5 ', '(one)', '']);
    expect(piecesOf('nothing', [])).toEqual(['nothing']);
  });
});
