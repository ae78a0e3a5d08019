import { Fragment } from 'react';
import { splitAtMatches } from './search-tutorials.ts';

/** A text with the words of our screens in bold, and what was looked for marked. */
export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  return text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      <b key={index} className="font-semibold">
        <Highlighted text={part} words={words} />
      </b>
    ) : (
      <Highlighted key={index} text={part} words={words} />
    ),
  );
}

function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  return splitAtMatches(text, words).map((piece, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-sm bg-warning-soft text-warning">
        {piece}
      </mark>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
