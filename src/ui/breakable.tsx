import { Fragment } from 'react';

/** An email or network address that prefers line breaks at its separators. */
export function Breakable({ children }: { children: string }) {
  return children.split(/(?=[@:])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
