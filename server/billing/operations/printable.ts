import { unprintableCharacters } from '#server/billing/invoice-pdf.ts';
import { Problem, type FieldProblem } from '#server/http/problem.ts';

/**
 * What the platform itself writes on invoices stands on paper as it is written. Names of organizations are theirs: of those is printed what can be.
 * @throws {Problem} 422 names the letters that invoices have no shape for
 */
export function requirePrintable(body: object): void {
  const errors = Object.entries(body).flatMap(([name, text]: [string, unknown]): FieldProblem[] => {
    const unknown = typeof text === 'string' ? unprintableCharacters(text) : [];
    if (unknown.length === 0) return [];
    return [{ field: `body.${name}`, message: `It has letters that invoices can’t show: ${unknown.slice(0, 10).join(' ')}` }];
  });
  if (errors.length > 0)
    throw new Problem(422, 'invalid_request', 'Invoices are printed in Latin, Greek and Cyrillic letters.', { errors });
}
