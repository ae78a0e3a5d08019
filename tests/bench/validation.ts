// How long the worst accepted body of an operation blocks the server's thread: parsing the JSON and validating it.
import { loadContract, type OperationContract } from '#server/http/contract.ts';
import { Problem } from '#server/http/problem.ts';
import { bodySchemaOf, hostileBodies, rowsWithBody, type HostileBody } from '#tests/support/hostile-bodies.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';

const TIMES = 5;
const MOST_MS = 20;

export const validation: Bench = {
  name: 'validation',
  minutes: 2,
  description: 'how long the worst bodies of each operation block the server',
  async run() {
    const contract = await loadContract();
    return rowsWithBody.map((row) => {
      const operation = contract.find(({ id }) => id === row.id);
      if (!operation) throw new Error(`the server does not know ${row.id}`);
      return figureOf(operation, hostileBodies(bodySchemaOf(row), operation.bodyLimit));
    });
  },
};

function figureOf(operation: OperationContract, bodies: readonly HostileBody[]): Figure {
  const times = bodies.map((body) => {
    const text = body.text();
    return {
      what: body.what,
      // The least of several: what other programs took of the machine is not in it.
      ms: Math.min(...Array.from({ length: TIMES }, () => timeOf(operation, text))),
    };
  });
  const worst = times.reduce((worse, one) => (one.ms > worse.ms ? one : worse));
  return {
    what: `${operation.id}, ${Math.round(operation.bodyLimit / 1024)} kB at most; worst: ${worst.what}`,
    value: worst.ms,
    unit: 'ms',
    limit: { most: MOST_MS },
    spread: spreadOf(times.map(({ ms }) => ms)),
  };
}

function timeOf(operation: OperationContract, text: string): number {
  const began = performance.now();
  try {
    operation.read({ params: {}, query: {}, headers: {}, body: JSON.parse(text) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return performance.now() - began;
}
