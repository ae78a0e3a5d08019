import { expect, it } from 'vitest';
import { xmpOf, type Recipe } from './provenance.ts';

const request: Recipe['request'] = {
  model: 'builtin:illustrator',
  prompt: '',
  negative_prompt: '',
  width: 1024,
  height: 1024,
  aspect_ratio: null,
  count: 1,
  seed: 7,
  style: null,
  strength: null,
  background: null,
  source: null,
  mask: null,
};

it('is XML whatever the prompt holds', () => {
  const prompt = 'a \uffff cat \ufffe </rdf:li> ]]> "&"';
  const madeAt = new Date('2026-11-23T10:00:00.000Z');
  const xmp = xmpOf({ request: { ...request, prompt }, seed: 7, modelName: 'Illustrator', digitalSourceType: 'algorithmicMedia', madeAt });
  const begin = '<rdf:li xml:lang="x-default">';
  const told = xmp.slice(xmp.indexOf(begin) + begin.length, xmp.indexOf('</rdf:li>'));
  expect(told).toBe('a \ufffd cat \ufffd &lt;/rdf:li&gt; ]]&gt; &quot;&amp;&quot;');
  // Characters that XML 1.0 leaves out.
  expect(xmp).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
});
