import { expect, it } from 'vitest';
import { variables } from '#server/variables.ts';
import { services } from './services.ts';

it('names variables that the server reads', () => {
  for (const { variable } of Object.values(services)) expect(Object.keys(variables)).toContain(variable);
});
