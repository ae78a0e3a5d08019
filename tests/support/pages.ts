interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

/** Reads a list to its end and back again to its beginning. `back` is in the order of the list, without the page it began from. */
export async function readPages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<{ forth: Item[][]; back: Item[][] }> {
  const forth: Item[][] = [];
  const back: Item[][] = [];
  let page = await read(undefined);
  if (page.previous_cursor) throw new Error('the first page has one before it');
  for (;;) {
    forth.push(page.items);
    if (!page.next_cursor) break;
    page = await read(page.next_cursor);
  }
  while (page.previous_cursor) {
    page = await read(page.previous_cursor);
    if (!page.next_cursor) throw new Error('a page before another has none behind it');
    back.unshift(page.items);
  }
  return { forth, back };
}
