// An invoice on paper: one A4 page.
import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import PdfFile from 'pdfkit';
import type { components } from '#openapi/api.ts';
import { assetPath } from '#server/package-root.ts';

type Invoice = components['schemas']['Invoice'];

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const PALE = '#595959';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (written: string): string => day.format(new Date(written));

function stateOf({ status, is_overdue: isOverdue, paid_at: paid, voided_at: voided }: Invoice): string {
  if (paid !== null) return `Paid on ${dayOf(paid)}`;
  if (voided !== null) return `Void since ${dayOf(voided)}`;
  return isOverdue ? 'Overdue' : status === 'open' ? 'Open' : status;
}

interface PaperFont {
  bytes: Buffer;
  has: (sign: string) => boolean;
}

/** DejaVu 2.37. */
const files = { regular: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' };
const fonts = new Map<string, PaperFont>();

/** Read at the first invoice: each is most of a megabyte, of which a file gets the letters it uses. */
function fontOf(weight: keyof typeof files): PaperFont {
  const known = fonts.get(weight);
  if (known) return known;
  const bytes = readFileSync(assetPath(import.meta.url, `fonts/${files[weight]}`));
  const font = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${files[weight]} contains more than one font`);
  const read = { bytes, has: (sign: string) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) };
  fonts.set(weight, read);
  return read;
}

/** Text limited to the font's characters: others lose their accents, or become a question mark. */
export function toPrintable(text: string, isKnown: (sign: string) => boolean): string {
  const canWrite = (sign: string) => sign === '\n' || isKnown(sign);
  return Array.from(text.normalize('NFC'), (sign) => {
    if (canWrite(sign)) return sign;
    const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(canWrite) ? plain : '?';
  }).join('');
}

const canPrint = (sign: string): boolean => fontOf('regular').has(sign) && fontOf('bold').has(sign);

/** Letters of a text that invoices have no shape for, each once. */
export const unprintableCharacters = (text: string): string[] => [
  ...new Set(Array.from(text.normalize('NFC')).filter((sign) => sign !== '?' && toPrintable(sign, canPrint).includes('?'))),
];

const MOST_LINES = 10;

/** Addresses older than the limit may have more lines: the excess is joined into the last line. */
function limitLines(text: string): string {
  const lines = text.split(/\s*\n\s*/).filter(Boolean);
  return [...lines.slice(0, MOST_LINES - 1), lines.slice(MOST_LINES - 1).join(' ')].join('\n').trim();
}

/** One page, in smaller type if needed. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  for (const scale of [1, 0.85, 0.7]) {
    const { pages, bytes } = await drawInvoice(invoice, scale);
    if (pages === 1) return bytes;
  }
  return (await drawInvoice(invoice, 0.55)).bytes;
}

async function drawInvoice(invoice: Invoice, scale: number): Promise<{ pages: number; bytes: Buffer }> {
  const { issued_by: seller, billed_to: buyer } = invoice;
  const doc = new PdfFile({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: seller.name,
      CreationDate: new Date(invoice.issued_at),
    },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  const [regular, bold] = [fontOf('regular'), fontOf('bold')];
  doc.registerFont('regular', regular.bytes).registerFont('bold', bold.bytes);
  const written = (text: string) => toPrintable(text, canPrint);
  const write = (text: string, options: PDFKit.Mixins.TextOptions = {}) => doc.text(written(text), { width: WIDTH, ...options });
  const named = (name: string, lines: (string | null)[]) => {
    doc.fontSize(9 * scale).fillColor(PALE);
    write(name);
    doc.fontSize(11 * scale).fillColor('#1a1a1a');
    for (const line of lines) if (line) write(line);
    doc.moveDown();
  };

  doc
    .font('bold')
    .fontSize(18 * scale)
    .fillColor('#1a1a1a');
  write(seller.name);
  doc
    .font('regular')
    .fontSize(10 * scale)
    .fillColor(PALE);
  for (const line of [limitLines(seller.address), seller.email, seller.tax_id && `Tax ID ${seller.tax_id}`]) if (line) write(line);
  doc
    .moveDown(2)
    .font('bold')
    .fontSize(14 * scale)
    .fillColor('#1a1a1a');
  write(`Invoice ${invoice.number}`);
  doc.moveDown().font('regular');
  named('Billed to', [buyer.name, buyer.email]);
  named('Issued', [dayOf(invoice.issued_at)]);
  named('Due', [dayOf(invoice.due_on)]);
  named('Status', [stateOf(invoice)]);

  const sum = new Intl.NumberFormat('en', { style: 'currency', currency: invoice.currency }).format(invoice.amount / 100);
  const rule = () => {
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + WIDTH, doc.y)
      .lineWidth(0.5)
      .strokeColor('#cccccc')
      .stroke()
      .moveDown(0.7);
  };
  /** Words at the left, an amount at the right of their first line. */
  const line = (words: string, amount: string) => {
    const top = doc.y;
    doc.text(written(amount), MARGIN, top, { width: WIDTH, align: 'right' });
    doc.text(written(words), MARGIN, top, { width: WIDTH - 120 });
    doc.moveDown(0.7);
  };
  rule();
  doc.fontSize(9 * scale).fillColor(PALE);
  line('Description', 'Amount');
  doc.fontSize(11 * scale).fillColor('#1a1a1a');
  line(`${invoice.description}\n${dayOf(invoice.period_start)} – ${dayOf(invoice.period_end)}`, sum);
  rule();
  doc.font('bold').fontSize(13 * scale);
  line('Total', sum);
  doc.font('regular');
  if (seller.payment_note) named('Payment', [limitLines(seller.payment_note)]);
  const { count: pages } = doc.bufferedPageRange();
  doc.end();
  return { pages, bytes: await done };
}
