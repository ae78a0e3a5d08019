// How well a colour reads, in words.
import { contrast, readableOn } from '#src/lib/color.ts';
import { eventTheme } from '#src/lib/event-theme.ts';

const ratio = (one: string, other: string): string => `${contrast(one, other).toFixed(1)} to 1`;

/** What two colours side by side need to be told apart (WCAG 2.2, 1.4.11). */
const APART = 3;

/** One sentence for each way in which events show the colours. */
export function contrastWords(primary: string, secondary = '#ffffff'): string[] {
  const theme = eventTheme({ primary_color: primary, secondary_color: '#ffffff', logo_url: null });
  const ground = theme ? primary : '#000000';
  const stripe =
    secondary !== '#ffffff' && contrast(ground, secondary) < APART
      ? [`The second colour is close to the first (${ratio(ground, secondary)}): its stripe is hard to see beside it.`]
      : [];
  if (!theme) return ['No colour is chosen: events use the app’s own.', ...stripe];
  const label = readableOn(primary);
  return [
    `Words on this colour, as on posters and in emails, are ${label === '#ffffff' ? 'white' : 'black'}: easy to read (${ratio(label, primary)}).`,
    theme.light.accentText === primary
      ? `On light screens words in this colour are easy to read (${ratio(primary, '#ffffff')}).`
      : `On light screens it is too pale for words (${ratio(primary, '#ffffff')}), so they are shown darker.`,
    theme.dark.accentText === primary
      ? 'On dark screens words in this colour are easy to read.'
      : 'On dark screens it is too dark for words, so they are shown lighter.',
    ...stripe,
  ];
}
