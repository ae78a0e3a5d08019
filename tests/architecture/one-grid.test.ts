// One grid for all pictures: selection, keys, ranges and rows that exist only near the screen are made once.
import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

const GRID = 'src/ui/grid/';

test('only the grid is a grid', () => {
  const elsewhere = sources(/^src\/.*\.tsx$/).filter((file) => !file.startsWith(GRID) && /role="grid(cell)?"/.test(readSource(file)));
  expect(elsewhere, `selectable grids are only in ${GRID}`).toEqual([]);
});
