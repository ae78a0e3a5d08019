import { describe, expect, test } from 'vitest';
import { findTutorials, matchExcerpt, searchTerms, splitAtMatches, tutorials } from './tutorials.ts';

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
    expect(matchExcerpt(posters, 'svg')).toContain('SVG for print');
    expect(matchExcerpt(posters, 'poster')).toBeNull();
    expect(matchExcerpt(posters, '')).toBeNull();
  });
});

describe('marking', () => {
  test('cuts a text at what was looked for, the longest first, and takes signs as they are', () => {
    expect(splitAtMatches('Open the Queue again', searchTerms('queue'))).toEqual(['Open the ', 'Queue', ' again']);
    expect(splitAtMatches('offline', searchTerms('off offline'))).toEqual(['', 'offline', '']);
    expect(splitAtMatches('1.5 (one)', searchTerms('. (one)'))).toEqual(['1', '.', '5 ', '(one)', '']);
    expect(splitAtMatches('nothing', [])).toEqual(['nothing']);
  });
});
