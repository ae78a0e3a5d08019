// Colours are written in oklch, which reads well. The build writes each twice: for every browser in sRGB, and again for screens with more
// colours, of which ours use next to none. Twice is four kilobytes that every phone keeps (tests/e2e/budget.spec.ts), so once has to do.
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

/** The styles without what is said again for screens with more colours. */
export function withoutWideGamut(css: string): string {
  const from = css.indexOf(WIDE);
  if (from < 0) return css;
  return css.slice(0, from) + withoutWideGamut(css.slice(endOfBlock(css, from + WIDE.length)));
}
