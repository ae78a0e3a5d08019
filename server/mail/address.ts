/** What may stand in an envelope: one address, without a name, a list, a quoted part or a line's end. The contract's `email` is a part of it. */
const address = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

export interface Mailbox {
  /** Null: none was given. */
  name: string | null;
  address: string;
}

export const isMailAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/** `Name <name@example.org>` or the address alone; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain] = /^(?:(.*\S)\s*<([^<>]+)>|)$/u.exec(text) ?? [];
  const mailbox = { name: quoted?.replace(/^"(.*)"$/, '$1') ?? null, address: plain ?? text };
  return isMailAddress(mailbox.address) && !/[\p{Cc}<>"]/u.test(mailbox.name ?? '') ? mailbox : null;
}
