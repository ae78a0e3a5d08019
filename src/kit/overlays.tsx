import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Download, EllipsisVertical, Trash2 } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { KitSection, Specimen } from './section.tsx';

const nothing = () => undefined;

export function Overlays() {
  const [dialog, setDialog] = useState(false);
  const [sheet, setSheet] = useState(false);
  return (
    <KitSection title="Overlays">
      <Specimen name="Dialog, sheet, menu">
        <Button onClick={() => setDialog(true)}>Open dialog</Button>
        <Button onClick={() => setSheet(true)}>Open sheet</Button>
        <DropdownMenu trigger={<IconButton label="More" icon={<EllipsisVertical aria-hidden className="size-5" />} />}>
          <MenuItem icon={<Download aria-hidden />} onSelect={nothing}>
            Download
          </MenuItem>
          <MenuItem icon={<Download aria-hidden />} onSelect={nothing} disabledReason="Only the author has it">
            Download the original
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} onSelect={nothing} danger>
            Delete
          </MenuItem>
        </DropdownMenu>
      </Specimen>
      <Specimen name="Toast">
        <Button
          onClick={() => toast.show('Photo deleted', { action: { label: 'Undo', onClick: () => toast.info('Nothing was deleted') } })}
        >
          With undo
        </Button>
        <Button onClick={() => toast.success('Event joined')}>Success</Button>
        <Button onClick={() => toast.error('The photo could not be deleted', { detail: 'The server cannot be reached.' })}>Error</Button>
        <Button onClick={() => toast.info('The gallery is published')}>Info</Button>
        <Button onClick={() => toast.warning('Almost no space left on this phone')}>Warning</Button>
      </Specimen>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Log out?"
        description="3 of your photos are only on this phone. Logging out keeps them here, locked."
        footer={
          <>
            <Button onClick={() => setDialog(false)}>Stay logged in</Button>
            <Button variant="danger" onClick={() => setDialog(false)}>
              Log out
            </Button>
          </>
        }
      />
      <Sheet
        open={sheet}
        onOpenChange={setSheet}
        title="Queue"
        description="From below on a phone, from the right on a desktop."
        footer={<Button onClick={() => setSheet(false)}>Done</Button>}
      >
        {Array.from({ length: 24 }, (_, index) => (
          <div key={index} className="flex items-center justify-between border-b border-line py-2 last:border-0">
            Line {index + 1}
            <IconButton label={`More about line ${index + 1}`} icon={<EllipsisVertical aria-hidden className="size-5" />} />
          </div>
        ))}
      </Sheet>
    </KitSection>
  );
}
