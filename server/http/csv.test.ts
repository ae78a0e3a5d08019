import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';

interface Person {
  name: string;
  age: number | null;
}
const columns: CsvColumns<Person> = { Name: ({ name }) => name, Age: ({ age }) => age };
/** With its first mark, which readers of text leave out. */
const whole = async (stream: Readable) => (await buffer(stream)).toString();
async function* people(...rows: Person[]) {
  yield* rows;
}

describe('a list as a file', () => {
  it('has its heads and its rows, as spreadsheet programs read them, with a name of letters and digits', async () => {
    const { stream, headers } = await csvAnswer(
      ['staff', 'Café “Nord”; Wörth'],
      columns,
      people({ name: 'Zoë', age: 31 }, { name: 'a,b "c"\nd', age: null }),
    );
    expect(await whole(stream)).toBe('\ufeffName,Age\r\nZoë,31\r\n"a,b ""c""\nd",\r\n');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="staff-cafe-nord-worth-\d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''staff-caf%C3%A9-nord-w%C3%B6rth-\d{4}-\d\d-\d\d\.csv$/,
    );
  });

  it('has its header without rows', async () => {
    expect(await whole((await csvAnswer(['staff'], columns, people())).stream)).toBe('\ufeffName,Age\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＠x'])('lets no name be a formula: %j', async (name) => {
    const file = await whole((await csvAnswer(['x'], columns, people({ name, age: -1 }))).stream);
    const [, row = ''] = file.split('\r\n');
    expect(row.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('quotes a name that programs would part at its semicolon, with a formula behind it', async () => {
    const file = await whole((await csvAnswer(['x'], columns, people({ name: 'a;=1+1', age: 1 }))).stream);
    expect(file.split('\r\n')[1]).toBe('"a;=1+1",1');
  });

  it.each(['a cat\n=1+1', 'a cat\r=1+1', '\n=1+1'])(
    'quotes text of several lines, so that no line of it is a row with a formula: %j',
    async (name) => {
      const file = await whole((await csvAnswer(['x'], columns, people({ name, age: 1 }))).stream);
      expect(file).toBe(`\ufeffName,Age\r\n"${name}",1\r\n`);
    },
  );

  it('reads no faster than its client, ends its source when the client disconnects, and breaks when the source breaks', async () => {
    let read = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield { name: 'x'.repeat(1000), age: read++ };
      } finally {
        ended = true;
      }
    }
    const { stream } = await csvAnswer(['x'], columns, endless());
    const rests = async () => {
      const before = read;
      for (let turns = 0; turns < 20; turns += 1) await turn();
      return read === before;
    };
    await expect.poll(rests, { message: 'it stops, although no data was consumed' }).toBe(true);
    expect(read, 'rows read ahead, of 1 kB each').toBeLessThan(300);
    stream.destroy();
    await expect.poll(() => ended).toBe(true);

    async function* broken() {
      yield { name: 'one', age: 1 };
      throw new Error('the database is away');
    }
    await expect(whole((await csvAnswer(['x'], columns, broken())).stream)).rejects.toThrow('the database is away');
    const wrong = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no such sign')) }) };
    await expect(csvAnswer(['x'], columns, wrong), 'before it begins').rejects.toThrow('no such sign');
  });
});

it('times are in UTC', () => {
  expect([csvTime(new Date('2026-11-20T21:14:07.123+02:00')), csvTime(null)]).toEqual(['2026-11-20 19:14:07', null]);
});
