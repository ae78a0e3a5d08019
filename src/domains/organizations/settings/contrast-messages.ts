// How well a colour reads, in words.
import { contrast, readableOn } from '#src/lib/color.ts';
import { eventTheme } from '#src/lib/event-theme.ts';

const ratio = (one: string, other: string): string => `${contrast(one, other).toFixed(1)} to 1`;

/** What two colours side by side need to be told apart (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3;

/** One sentence for each way in which events show the colours. */
export function contrastMessages(primary: string, secondary = '#ffffff'): string[] {
  const theme = eventTheme({ primary_color: primary, secondary_color: '#ffffff', logo_url: null });
  const ground = theme ? primary : '#000000';
  const stripe =
    secondary !== '#ffffff' && contrast(ground, secondary) < MIN_CONTRAST
      ? [`The secondary color is close to the primary (${ratio(ground, secondary)}), so the stripe is hard to see.`]
      : [];
  if (!theme) return ['No color is set. Events use the default.', ...stripe];
  const label = readableOn(primary);
  return [
    `Text on this color, as on posters and in emails, is ${label === '#ffffff' ? 'white' : 'black'}: easy to read (${ratio(label, primary)}).`,
    theme.light.accentText === primary
      ? `Text in this color is easy to read on light screens (${ratio(primary, '#ffffff')}).`
      : `This color is too light for text on light screens (${ratio(primary, '#ffffff')}), so text is shown darker.`,
    theme.dark.accentText === primary
      ? 'Text in this color is easy to read on dark screens.'
      : 'This color is too dark for text on dark screens, so text is shown lighter.',
    ...stripe,
  ];
}
