import { describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { completeRequest, requestHash, requireMaskShape } from '#server/generation/request.ts';
import { Problem } from '#server/http/problem.ts';
import { fakeModel } from '#tests/support/fake-generator.ts';

type Asked = components['schemas']['CreateGenerationRequest'];
type Takes = components['schemas']['GenerationCapabilities'];

const plain = fakeModel().capabilities;
const asked = (changes: Partial<Asked> = {}): Asked => ({ model: 'm', prompt: 'A cat', negative_prompt: '', count: 1, ...changes });
const upload = { kind: 'upload', id: '0199aa00-0000-7000-8000-000000000a01' } as const;

function refusedFields(changes: Partial<Asked>, takes: Partial<Takes> = {}): string[] {
  try {
    completeRequest(asked(changes), { ...plain, ...takes });
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect([error.status, error.code]).toEqual([422, 'invalid_request']);
    return error.errors?.map(({ field }) => field) ?? [];
  }
}

describe('a request', () => {
  it.each<[string, Partial<Asked>, Partial<Takes>, string[]]>([
    ['without a prompt', { prompt: ' \n' }, {}, ['body.prompt']],
    ['with a prompt of zero-width characters', { prompt: '\u200b\u2060\ufeff' }, {}, ['body.prompt']],
    ['with a prompt where none is taken', {}, { prompt: 'none' }, ['body.prompt']],
    ['with a long prompt', { prompt: 'x'.repeat(101) }, {}, ['body.prompt']],
    ['with control characters', { prompt: 'a\u0000b' }, {}, ['body.prompt']],
    ['with an escape', { prompt: 'a\u001b[31m' }, {}, ['body.prompt']],
    ['with half of a letter', { prompt: 'a\ud800' }, {}, ['body.prompt']],
    ['with a negative prompt', { negative_prompt: 'dogs' }, {}, ['body.negative_prompt']],
    ['of too many', { count: 5 }, {}, ['body.count']],
    ['with a seed', { seed: 1 }, { seed: false }, ['body.seed']],
    ['with steps where none are taken', { steps: 1 }, {}, ['body.steps']],
    ['with too few steps', { steps: 1 }, { steps: { min: 2, max: 4, default: 3 } }, ['body.steps']],
    ['with too many steps', { steps: 5 }, { steps: { min: 2, max: 4, default: 3 } }, ['body.steps']],
    ['of another size', { width: 100, height: 100 }, {}, ['body.width']],
    ['with half of a size', { width: 64 }, {}, ['body.width']],
    ['with a size where none is taken', { height: 64 }, { sizes: [] }, ['body.height']],
    ['with a ratio where none is taken', { aspect_ratio: '1:1' }, {}, ['body.aspect_ratio']],
    ['with another ratio', { aspect_ratio: '2:1' }, { sizes: [], aspect_ratios: ['1:1'] }, ['body.aspect_ratio']],
    ['with a ratio and a size', { aspect_ratio: '1:1', width: 64, height: 64 }, { aspect_ratios: ['1:1'] }, ['body.aspect_ratio']],
    ['with a style', { style: 'oil' }, {}, ['body.style']],
    ['with an unknown style', { style: 'oil' }, { styles: [{ id: 'ink', name: 'Ink' }] }, ['body.style']],
    [
      'without a style where nothing else says what is made',
      { prompt: '' },
      { prompt: 'none', styles: [{ id: 'ink', name: 'Ink' }] },
      ['body.style'],
    ],
    ['with a source', { source: upload }, { source: 'none' }, ['body.source']],
    ['without a source', {}, { source: 'required' }, ['body.source']],
    ['with a photo of no event', { source: { ...upload, kind: 'photo' } }, {}, ['body.source']],
    ['with a mask', { source: upload, mask: upload.id }, {}, ['body.mask']],
    ['with a mask of nothing', { mask: upload.id }, { mask: true }, ['body.mask']],
    ['with a strength', { source: upload, strength: 0.5 }, {}, ['body.strength']],
    ['with a strength of nothing', { strength: 0.5 }, { strength: true }, ['body.strength']],
    ['with a background', { background: '#ffffff' }, {}, ['body.background']],
    ['wrong in all of it', { prompt: '', count: 9, style: 'oil' }, {}, ['body.prompt', 'body.count', 'body.style']],
  ])('%s is refused', (_what, changes, takes, fields) => {
    expect(refusedFields(changes, takes)).toEqual(fields);
  });

  it('is completed: nothing is left open', () => {
    expect(completeRequest(asked(), plain)).toEqual({
      model: 'm',
      prompt: 'A cat',
      negative_prompt: '',
      width: 64,
      height: 64,
      aspect_ratio: null,
      count: 1,
      seed: expect.any(Number),
      steps: null,
      style: null,
      strength: null,
      background: null,
      source: null,
      mask: null,
    });
    const ratios = { ...plain, sizes: [], aspect_ratios: ['4:3', '1:1'], seed: false };
    expect(completeRequest(asked(), ratios)).toMatchObject({ width: null, aspect_ratio: '4:3', seed: null });
    const stepped = { ...plain, steps: { min: 1, max: 4, default: 2 } };
    expect(completeRequest(asked(), stepped)).toMatchObject({ steps: 2 });
    expect(completeRequest(asked({ steps: 4 }), stepped)).toMatchObject({ steps: 4 });
    expect(completeRequest(asked({ source: upload }), { ...plain, background: true })).toMatchObject({ background: 'transparent' });
  });

  it('has the text without marks that reorder what follows', () => {
    expect(completeRequest(asked({ prompt: 'A \u202ecat\u202c of \u2067Ana\u2069, חתול\u200f' }), plain).prompt).toBe(
      'A cat of Ana, חתול\u200f',
    );
  });

  it.each<[string, number, number, boolean]>([
    ['the same size', 3000, 2000, true],
    ['a smaller one of the same shape', 1024, 683, true],
    ['a very flat one, rounded', 600, 401, true],
    ['another shape', 1024, 1024, false],
    ['the same shape, turned', 2000, 3000, false],
    ['one pixel', 1, 1, true],
  ])('accepts a mask only of the shape of its image: %s', (_what, width, height, isFine) => {
    const check = () => requireMaskShape({ width: 3000, height: 2000 }, { width, height });
    if (isFine) return expect(check).not.toThrow();
    expect(check).toThrow(`the marked area has ${width} × ${height} pixels, and the image 3000 × 2000. They must have the same shape`);
  });

  it('is the same for omitted values and their defaults', () => {
    const { model, prompt } = asked();
    const short = { model, prompt: `${prompt}\r\n`, negative_prompt: '', count: 1 };
    expect(requestHash(short)).toBe(requestHash(asked({ prompt: 'A cat\n', source: null, seed: null, organization_id: null })));
    expect(requestHash(asked({ steps: null }))).toBe(requestHash(asked()));
    expect(requestHash(asked({ steps: 3 }))).not.toBe(requestHash(asked()));
    expect(requestHash(asked({ seed: 1 }))).not.toBe(requestHash(asked({ seed: 2 })));
  });
});
