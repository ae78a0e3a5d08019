import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

/** Words of those who build image models. People mark an area, and repeat a variation. */
const technical = /\b(?:masks?|seeds?|inpaint\w*|outpaint\w*|img2img|latent|sampler|denois\w*|vocabulary|negative prompts?|neural)\b/i;
/** Written as other image tools do, so that recipes can be exchanged. */
const exchanged = 'src/domains/generation/compose/recipe-text.ts';
/** Named in the sentence about what is missing, for those who add models. */
const allowed = ['Painting parts of a photo anew needs an AI model that accepts masks.'];

/** What is between tags, and strings that are no names of code. */
function texts(file: string): string[] {
  const found: string[] = [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.trim().replaceAll(/\s+/g, ' '));
    else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
        : node.text;
      if (!ts.isImportDeclaration(node.parent) && /^[A-Z]|\p{L} \p{L}/u.test(text) && !/^[\w-]+-[\w-]+ /.test(text)) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true, kind));
  return found;
}

test('the screens of image making have plain words', () => {
  const files = sources(/^src\/domains\/generation\/.*(?<!\.test)\.tsx?$/);
  expect(files.length).toBeGreaterThan(80);
  const said = files
    .filter((file) => file !== exchanged)
    .flatMap((file) => texts(file).map((text) => ({ file, text })))
    .filter(({ text }) => technical.test(text) && !allowed.includes(text));
  expect(said).toEqual([]);
});
