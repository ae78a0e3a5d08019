// Apart from the list's definition, because the router reads the address before the screen is loaded.

export interface StatementSearch {
  month?: string;
  cursor?: string;
}

export const statementSearchKeys = ['month', 'cursor'] as const satisfies (keyof StatementSearch)[];

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;
/** As in the contract. */
const MAX_CURSOR = 800;

/** Drops a month that is none, and a cursor that is too long. */
export const parseStatementSearch = ({ month, cursor }: Record<string, unknown>): StatementSearch => ({
  ...(typeof month === 'string' && MONTH.test(month) && { month }),
  ...(typeof cursor === 'string' && cursor.length <= MAX_CURSOR && { cursor }),
});
