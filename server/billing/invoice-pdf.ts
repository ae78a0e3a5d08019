// An invoice on paper: one A4 page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import PdfFile from 'pdfkit';
import type { components } from '#openapi/api.ts';

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

const require = createRequire(import.meta.url);
const files = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
const fonts = new Map<string, PaperFont>();

/** Read at the first invoice: each is most of a megabyte, of which a file gets the letters it uses. */
function fontOf(weight: keyof typeof files): PaperFont {
  const known = fonts.get(weight);
  if (known) return known;
  const bytes = readFileSync(files[weight]);
  const font = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${files[weight]} holds more than one font`);
  const read = { bytes, has: (sign: string) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) };
  fonts.set(weight, read);
  return read;
}

/** What a font can write; of other letters what stands below their accents, else a question mark. */
export function printable(text: string, isKnown: (sign: string) => boolean): string {
  const canWrite = (sign: string) => sign === '\n' || isKnown(sign);
  return Array.from(text.normalize('NFC'), (sign) => {
    if (canWrite(sign)) return sign;
    const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(canWrite) ? plain : '?';
  }).join('');
}

export function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const { issued_by: seller, billed_to: buyer } = invoice;
  const doc = new PdfFile({
    size: 'A4',
    margin: MARGIN,
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
  const written = (text: string) => printable(text, (sign) => regular.has(sign) && bold.has(sign));
  const write = (text: string, options: PDFKit.Mixins.TextOptions = {}) => doc.text(written(text), { width: WIDTH, ...options });
  const named = (name: string, lines: (string | null)[]) => {
    doc.fontSize(9).fillColor(PALE);
    write(name);
    doc.fontSize(11).fillColor('#1a1a1a');
    for (const line of lines) if (line) write(line);
    doc.moveDown();
  };

  doc.font('bold').fontSize(18).fillColor('#1a1a1a');
  write(seller.name);
  doc.font('regular').fontSize(10).fillColor(PALE);
  for (const line of [seller.address, seller.email, seller.tax_id && `Tax ID ${seller.tax_id}`]) if (line) write(line);
  doc.moveDown(2).font('bold').fontSize(14).fillColor('#1a1a1a');
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
  doc.fontSize(9).fillColor(PALE);
  line('Description', 'Amount');
  doc.fontSize(11).fillColor('#1a1a1a');
  line(`${invoice.description}\n${dayOf(invoice.period_start)} – ${dayOf(invoice.period_end)}`, sum);
  rule();
  doc.font('bold').fontSize(13);
  line('Total', sum);
  doc.font('regular');
  if (seller.payment_note) named('Payment', [seller.payment_note]);
  doc.end();
  return done;
}
