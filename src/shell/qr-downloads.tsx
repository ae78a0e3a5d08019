import { Button } from '#src/ui/button.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { Download } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { describeFailure } from './failure.ts';

interface QrDownloadsProps {
  text: string;
  /** Of the file, without extension. */
  name: string;
}

/** Saves the QR code of a text as a file. */
export function QrDownloads({ text, name }: QrDownloadsProps) {
  const save = async (kind: 'svg' | 'png') => {
    try {
      const [{ encodeQr }, { qrPng, qrSvg }] = await Promise.all([import('#src/lib/qr.ts'), import('#src/shell/qr-files.ts')]);
      const qr = encodeQr(text);
      const blob = kind === 'svg' ? qrSvg(qr) : await qrPng(qr);
      downloadFile(new File([blob], `${name}.${kind}`, { type: blob.type }));
    } catch (error) {
      toast.error('Couldn’t save the QR code', { detail: describeFailure(error).detail });
    }
  };
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button icon={<Download aria-hidden className="size-4" />} className="w-full">
          Download
        </Button>
      }
    >
      <MenuItem onSelect={() => void save('svg')}>QR code as SVG, for print</MenuItem>
      <MenuItem onSelect={() => void save('png')}>QR code as PNG, for screens</MenuItem>
    </DropdownMenu>
  );
}
