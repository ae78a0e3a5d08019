/**
 * A row of the sidebar. On a phone its sign stands in the rail, 20 units wide (docs/product.md A2), and what it says on the sheet that comes out
 * from behind it; from 768 px both stand side by side.
 */
export const railRow =
  'grid min-h-11 w-full grid-cols-[var(--sidebar-rail)_minmax(0,1fr)] items-center justify-items-start max-md:[&>*:first-child]:justify-self-center md:flex md:gap-3 md:px-3';
