/** A common reason, chosen by digit in this order. */
export interface PresetReason {
  /** The button's label. */
  label: string;
  /** The text for the photographer. */
  text: string;
}

export const presetReasons: readonly PresetReason[] = [
  { label: 'Out of focus', text: 'It’s out of focus.' },
  { label: 'Too dark or too bright', text: 'It’s too dark or too bright.' },
  { label: 'Near duplicate', text: 'It’s very similar to another photo.' },
  { label: 'Wrong event', text: 'It’s not from this event.' },
  { label: 'Privacy concern', text: 'Someone in it may not want it to be shown.' },
  { label: 'Not suitable', text: 'It’s not suitable for this gallery.' },
];

/** The contract's limit. */
export const MAX_REASON_LENGTH = 300;
