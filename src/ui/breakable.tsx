import { Fragment } from 'react';

/** An address of a mailbox or of a network, which breaks where it has a joint before it breaks anywhere. */
export function Breakable({ children }: { children: string }) {
  return children.split(/(?=[@:])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
