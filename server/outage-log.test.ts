import { expect, test } from 'vitest';
import { createOutageLog } from '#server/outage-log.ts';

function recorded() {
  const lines: [level: string, fields: Record<string, unknown>, text: string][] = [];
  const to = (level: string) => (fields: unknown, text?: string) => void lines.push([level, fields as Record<string, unknown>, text ?? '']);
  return { lines, log: { warn: to('warn'), info: to('info') } };
}
const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:5432'), { code: 'ECONNREFUSED', syscall: 'connect' });

test('an outage is one line, then one a minute with its failures, and one when it is over', () => {
  const { lines, log } = recorded();
  let now = 1_000;
  const outage = createOutageLog(log, { away: 'it is away', back: 'it is there again' }, () => now);
  outage.recovered();
  for (; now <= 125_000; now += 500) outage.failed(refused);
  expect(lines).toEqual([
    ['warn', { reason: refused.message, failures: 1 }, 'it is away'],
    ['warn', { reason: refused.message, failures: 121 }, 'it is away'],
    ['warn', { reason: refused.message, failures: 241 }, 'it is away'],
  ]);
  now = 127_400;
  outage.recovered();
  outage.recovered();
  expect(lines.slice(3)).toEqual([['info', { seconds: 126, failures: 249 }, 'it is there again']]);
  outage.failed(refused);
  expect(lines.slice(4)).toEqual([['warn', { reason: refused.message, failures: 1 }, 'it is away']]);
});

test('an error that is no outage of the database has its stack', () => {
  const { lines, log } = recorded();
  const error = new TypeError('a defect');
  createOutageLog(log, { away: 'it is away', back: 'it is there again' }).failed(error);
  expect(lines).toEqual([['warn', { err: error, failures: 1 }, 'it is away']]);
});

test('a name with several addresses is one reason', () => {
  const { lines, log } = recorded();
  const both = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
  createOutageLog(log, { away: 'it is away', back: 'it is there again' }).failed(both);
  expect(lines).toEqual([['warn', { reason: `${refused.message}; ${refused.message}`, failures: 1 }, 'it is away']]);
});
