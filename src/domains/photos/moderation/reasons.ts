/** What an author reads most often; digits choose them, in this order. */
export interface PresetReason {
  /** On the button. */
  label: string;
  /** To the author. */
  words: string;
}

export const presetReasons: readonly PresetReason[] = [
  { label: 'Out of focus', words: 'It’s out of focus.' },
  { label: 'Too dark or too bright', words: 'It’s too dark or too bright.' },
  { label: 'Near duplicate', words: 'It’s very similar to another photo.' },
  { label: 'Wrong event', words: 'It’s not from this event.' },
  { label: 'Privacy concern', words: 'Someone in it may not want it to be shown.' },
  { label: 'Not suitable', words: 'It’s not suitable for this gallery.' },
];

/** The contract's longest. */
export const LONGEST_REASON = 300;
