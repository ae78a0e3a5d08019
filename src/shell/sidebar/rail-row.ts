/**
 * A row of the sidebar. On a phone, where the sidebar is a rail 20 units wide (docs/product.md A2), the label stands below its icon; from 768 px
 * beside it.
 */
export const railRow =
  'flex min-h-11 w-full shrink-0 flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-[0.6875rem] leading-tight md:flex-row md:justify-start md:gap-3 md:px-3 md:py-0 md:text-left md:text-sm';
