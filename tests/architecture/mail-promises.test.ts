// Without a mail server nobody gets an email, so screens must use src/shell/sends-mail.ts before they mention one.
import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

const PROMISE =
  /\b(told|notified|answered|written to|read it|get|gets)\b[^'"`]*\bby email|emails? (is|are) on (its|their|the) way|gets an email|we’ll (send|email)/i;
const ASKS = /sendsMail|ifSendsMail|delivery ===/;
const COMMENT = /^\s*(\/\/|\/?\*)/;

test('no screen mentions an email without checking whether the server sends any', () => {
  const found = sources(/^src\/.*(?<!\.test)\.tsx?$/).flatMap((file) => {
    const lines = readSource(file).split('\n');
    const near = (index: number) => lines.slice(Math.max(0, index - 2), index + 1).join('\n');
    return lines.flatMap((line, index) =>
      PROMISE.test(line) && !COMMENT.test(line) && !ASKS.test(near(index)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
    );
  });
  expect(found).toEqual([]);
});
