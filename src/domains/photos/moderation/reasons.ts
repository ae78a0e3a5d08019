/** What an author reads most often; digits choose them, in this order. */
export interface PresetReason {
  /** On the button. */
  label: string;
  /** To the author. */
  words: string;
}

export const presetReasons: readonly PresetReason[] = [
  { label: 'Out of focus', words: 'It is out of focus.' },
  { label: 'Too dark or too bright', words: 'It is too dark or too bright.' },
  { label: 'Near duplicate', words: 'It is much like another photo.' },
  { label: 'Wrong event', words: 'It does not show this event.' },
  { label: 'Privacy concern', words: 'Somebody in it may not want it to be shown.' },
  { label: 'Not suitable', words: 'It does not fit into this gallery.' },
];

/** The contract's longest. */
export const LONGEST_REASON = 300;
