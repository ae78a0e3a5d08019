import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { Download } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';

interface RecoveryCodesSheetProps {
  title: string;
  codes: readonly string[];
  onClose: () => void;
}

/** They are told once: the server keeps only what recognises them. */
export function RecoveryCodesSheet({ title, codes, onClose }: RecoveryCodesSheetProps) {
  const text = `${codes.join('\n')}\n`;
  const save = () => downloadFile(new File([text], 'recovery-codes.txt', { type: 'text/plain' }));
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description="If you lose your phone, you can log in with these codes. Each works once."
      className="md:w-[34rem]"
      footer={
        <Button variant="primary" className="flex-1" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <div className="grid gap-4 pt-1 pb-6">
        <Banner tone="warning" title="Save them now">
          You won’t see them again. Keep them somewhere you can reach without your phone.
        </Banner>
        <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 font-mono select-all sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton label="Copy codes" text={text} />
          <Button icon={<Download aria-hidden className="size-4" />} onClick={save}>
            Save as a file
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
