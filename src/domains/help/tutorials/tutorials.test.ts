import { describe, expect, test } from 'vitest';
import { findTutorials, matchExcerpt, searchTerms, splitAtMatches, tutorials } from './tutorials.ts';

const idsOf = (q: string) => findTutorials(tutorials, q).map(({ id }) => id);

describe('searching', () => {
  test('finds tutorials with every word, in any order and case', () => {
    expect(idsOf('QUEUE connection')).toContain('offline');
    expect(idsOf('connection queue')).toEqual(idsOf('QUEUE connection'));
    expect(idsOf('queue zebra')).toEqual([]);
    expect(idsOf('  ')).toEqual(tutorials.map(({ id }) => id));
  });

  test('ranks title matches first', () => {
    expect(idsOf('burst')[0]).toBe('burst');
    expect(idsOf('poster').indexOf('posters')).toBe(0);
  });

  test('finds words that are partly bold', () => {
    expect(idsOf('press poster')).toContain('posters');
    expect(findTutorials(tutorials, '**')).toEqual([]);
  });

  test('returns the matching step, unless title and summary match', () => {
    const posters = tutorials.find(({ id }) => id === 'posters')!;
    expect(matchExcerpt(posters, 'svg')).toContain('SVG for print');
    expect(matchExcerpt(posters, 'poster')).toBeNull();
    expect(matchExcerpt(posters, '')).toBeNull();
  });
});

describe('highlighting', () => {
  test('splits a text at matches, the longest first, without interpreting special characters', () => {
    expect(splitAtMatches('Open the Queue again', searchTerms('queue'))).toEqual(['Open the ', 'Queue', ' again']);
    expect(splitAtMatches('offline', searchTerms('off offline'))).toEqual(['', 'offline', '']);
    expect(splitAtMatches('1.5 (one)', searchTerms('. (one)'))).toEqual(['1', '.', '5 ', '(one)', '']);
    expect(splitAtMatches('nothing', [])).toEqual(['nothing']);
  });
});
