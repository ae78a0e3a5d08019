// An invoice on paper: one A4 page.
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

/** What the fonts that every PDF reader has can write (Western European); of other letters what stands below their accents, else a question mark. */
export function printable(text: string): string {
  const isKnown = (sign: string) => /[\n\x20-\x7E\xA0-\xFF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u.test(sign);
  return Array.from(text.normalize('NFC'), (sign) => {
    if (isKnown(sign)) return sign;
    const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(isKnown) ? plain : '?';
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
  const write = (text: string, options: PDFKit.Mixins.TextOptions = {}) => doc.text(printable(text), { width: WIDTH, ...options });
  const named = (name: string, lines: (string | null)[]) => {
    doc.fontSize(9).fillColor(PALE);
    write(name);
    doc.fontSize(11).fillColor('#1a1a1a');
    for (const line of lines) if (line) write(line);
    doc.moveDown();
  };

  doc.font('Helvetica-Bold').fontSize(18).fillColor('#1a1a1a');
  write(seller.name);
  doc.font('Helvetica').fontSize(10).fillColor(PALE);
  for (const line of [seller.address, seller.email, seller.tax_id && `Tax ID ${seller.tax_id}`]) if (line) write(line);
  doc.moveDown(2).font('Helvetica-Bold').fontSize(14).fillColor('#1a1a1a');
  write(`Invoice ${invoice.number}`);
  doc.moveDown().font('Helvetica');
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
    doc.text(printable(amount), MARGIN, top, { width: WIDTH, align: 'right' });
    doc.text(printable(words), MARGIN, top, { width: WIDTH - 120 });
    doc.moveDown(0.7);
  };
  rule();
  doc.fontSize(9).fillColor(PALE);
  line('Description', 'Amount');
  doc.fontSize(11).fillColor('#1a1a1a');
  line(`${invoice.description}\n${dayOf(invoice.period_start)} – ${dayOf(invoice.period_end)}`, sum);
  rule();
  doc.font('Helvetica-Bold').fontSize(13);
  line('Total', sum);
  doc.font('Helvetica');
  if (seller.payment_note) named('Payment', [seller.payment_note]);
  doc.end();
  return done;
}
