import { describe, expect, it } from 'vitest';
import { buildModel } from '#tests/support/factories/api.ts';
import { parseStatementSearch } from './statement-search.ts';
import { chargeLabel, type CreditEntry, entryTitle, imagesLabel, recentMonths, refundLabel } from './statement.ts';

const entry = (changes: Partial<CreditEntry> = {}): CreditEntry => ({
  generation_id: '0199aa00-0000-7000-8000-000000000b01',
  batch_id: null,
  person: { id: '0199aa00-0000-7000-8000-000000000001', name: 'Ana Ruiz' },
  model: 'builtin:illustrator',
  model_name: 'Illustrator',
  prompt: 'A cat',
  style: null,
  images_asked: 4,
  images_made: 4,
  status: 'succeeded',
  reserved: 4,
  charged: 4,
  refunded: 0,
  reason: null,
  month_total: 4,
  image: null,
  created_at: '2026-11-20T21:14:07.000Z',
  finished_at: '2026-11-20T21:14:09.000Z',
  ...changes,
});

describe('an entry', () => {
  it.each<[string, Partial<CreditEntry>, string, string | null, string]>([
    ['charged', {}, '4 credits', null, '4'],
    ['in progress', { charged: null, refunded: null, images_made: 0 }, '4 credits reserved', null, '0 of 4'],
    [
      'partly made',
      { images_made: 1, charged: 1, refunded: 3, reason: 'Canceled after 1 of 4 images.' },
      '1 credit',
      '3 of 4 credits refunded: Canceled after 1 of 4 images.',
      '1 of 4',
    ],
    [
      'failed',
      { images_made: 0, charged: 0, refunded: 4, reason: 'No person found.' },
      'Not charged',
      '4 credits refunded: No person found.',
      '0 of 4',
    ],
    ['free', { reserved: 0, charged: 0 }, 'Free', null, '4'],
    ['deleted', { images_asked: null, model_name: null, prompt: null }, '4 credits', null, '4'],
  ])('that is %s says what it cost', (_what, changes, charge, refund, images) => {
    const shown = entry(changes);
    expect([chargeLabel(shown), refundLabel(shown), imagesLabel(shown)]).toEqual([charge, refund, images]);
  });
});

describe('the title of an entry', () => {
  const models = [buildModel({ id: 'builtin:restyle' }, { styles: [{ id: 'neon-light', name: 'Neon' }] })];
  const restyled = { model: 'builtin:restyle', model_name: 'Photo filters', prompt: '' };
  it.each<[string, Partial<CreditEntry>]>([
    ['A cat', {}],
    ['Neon', { ...restyled, style: 'neon-light' }],
    ['Batch: Neon', { ...restyled, style: 'neon-light', batch_id: 'b1' }],
    ['Oil', { ...restyled, style: 'oil', model: 'gone:model' }],
    ['Batch: Photo filters', { ...restyled, batch_id: 'b1' }],
    ['Deleted request', { prompt: null, model: null, model_name: null, style: null }],
  ])('is “%s”', (title, changes) => {
    expect(entryTitle(entry(changes), models)).toBe(title);
  });
});

describe('months', () => {
  it('are the last twelve in UTC, with the chosen one', () => {
    const months = recentMonths(undefined, new Date('2026-01-31T23:30:00Z'));
    expect([months.length, months[0], months[1], months.at(-1)]).toEqual([12, '2026-01', '2025-12', '2025-02']);
    expect(recentMonths('2020-05', new Date('2026-01-01T00:00:00Z')).at(-1)).toBe('2020-05');
  });

  it('are read from the address, where nonsense is dropped', () => {
    expect(parseStatementSearch({ month: '2026-11', cursor: 'abc', q: 'x' })).toEqual({ month: '2026-11', cursor: 'abc' });
    for (const month of ['2026-13', '2026-1', '26-11', 202_611, null]) expect(parseStatementSearch({ month })).toEqual({});
    expect(parseStatementSearch({ cursor: 'x'.repeat(801) })).toEqual({});
  });
});
