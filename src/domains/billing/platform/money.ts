// Amounts as people type them: "49", "49.5", "49,50".
import * as v from 'valibot';

export const moneyField = v.pipe(v.string(), v.trim(), v.regex(/^\d{1,6}([.,]\d{1,2})?$/, 'Enter an amount, such as 49 or 49.50.'));

export const parseMoney = (written: string): number => Math.round(Number(written.replace(',', '.')) * 100);

export const moneyInputValue = (hundredths: number): string =>
  hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2);
