// Colors are written in oklch, which is readable. The build would emit each twice: in sRGB for every browser, and again for wide-gamut screens, which
// our colors hardly need. The duplicates cost every phone four kilobytes (tests/e2e/budget.spec.ts), so they are removed.
import type { Plugin } from 'vite';
import { endOfBlock } from './css-block.ts';

const WIDE = '@supports (color:lab(0% 0 0)){';

export function srgbPlugin(): Plugin {
  return {
    name: 'srgb-colours',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const css = typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString();
        file.source = withoutWideGamut(css);
      }
    },
  };
}

/** The styles without their wide-gamut duplicates. */
export function withoutWideGamut(css: string): string {
  const from = css.indexOf(WIDE);
  if (from < 0) return css;
  return css.slice(0, from) + withoutWideGamut(css.slice(endOfBlock(css, from + WIDE.length)));
}
