// The emoji of people end at the chest: what they stand on is drawn below.
import { mix } from '#server/generation/builtin/illustrator/color.ts';
import { at, ellipse, rect } from '#server/generation/builtin/illustrator/scene.ts';

/** How many of the icon's units the figure goes on below it. */
export const figureHeight = 19;

const gowned = /^(?:woman-with-veil|princess|mermaid|mrs-claus|woman-in-tuxedo|fairy|woman-fairy|woman-mage|person-with-veil)/;

/** In the icon's units, from its lower edge down. */
export function drawFigure(icon: string, cut: { left: number; right: number; color: string }, bottom: number): string {
  const { left, right, color } = cut;
  const [top, foot] = [bottom - 0.4, bottom + figureHeight];
  const middle = (left + right) / 2;
  const half = (right - left) / 2;
  const dark = mix(color, '#15131f', 0.22);
  if (gowned.test(icon)) {
    const gown = (spread: number) =>
      `M${at(middle - half * 0.96)} ${at(top)}C${at(middle - half * 0.86)} ${at(top + 6)} ${at(middle - half * (spread - 0.1))} ${at(foot - 7)} ${at(middle - half * spread)} ${at(foot - 0.8)}Q${at(middle)} ${at(foot + 1)} ${at(middle + half * spread)} ${at(foot - 0.8)}C${at(middle + half * (spread - 0.1))} ${at(foot - 7)} ${at(middle + half * 0.86)} ${at(top + 6)} ${at(middle + half * 0.96)} ${at(top)}Z`;
    const fold = (x: number) =>
      `<path d="M${at(middle + half * x * 0.5)} ${at(top + 4)}Q${at(middle + half * x)} ${at(foot - 8)} ${at(middle + half * x * 1.15)} ${at(foot - 1)}" stroke="${dark}" stroke-opacity="0.35" stroke-width="0.5" fill="none"/>`;
    return `<path d="${gown(1.25)}" fill="${color}"/>${[-0.6, 0, 0.6].map(fold).join('')}`;
  }
  const shorts = mix(color, '#23263a', 0.55);
  const leg = half * 0.5;
  const hip = top + 5.5;
  const body = `<path d="M${at(left)} ${at(top)}H${at(right)}L${at(right - half * 0.18)} ${at(hip)}Q${at(middle)} ${at(hip + 1.4)} ${at(left + half * 0.18)} ${at(hip)}Z" fill="${color}"/>`;
  const legs = [middle - leg * 1.12, middle + leg * 0.12]
    .map((x) => rect(x, hip - 0.8, leg, foot - hip - 0.4, shorts, 1, 0.9) + ellipse(x + leg / 2, foot - 0.8, leg * 0.66, 0.9, '#2b2530'))
    .join('');
  return legs + body;
}
