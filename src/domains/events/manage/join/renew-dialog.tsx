import { useState } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface RenewDialogProps {
  code: string;
  onRenew: () => Promise<void>;
  onClose: () => void;
}

/** Asks first: what is printed cannot be called back, so there is no undo. */
export function RenewDialog({ code, onRenew, onClose }: RenewDialogProps) {
  const [renewing, setRenewing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = async () => {
    setRenewing(true);
    setFailure(null);
    try {
      await onRenew();
      onClose();
    } catch (error) {
      setFailure(describeFailure(error).detail);
      setRenewing(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || renewing || onClose()}
      title="Replace code?"
      description={
        <>
          Everything with the code <b className="font-mono font-semibold text-ink">{code}</b> stops working immediately: posters, links and
          QR codes. You can’t undo this. People who have joined stay in, and personal invitations keep working.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={renewing} onClick={() => void renew()}>
            Replace code
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="danger" title="Couldn’t replace the code">
          {failure}
        </Banner>
      )}
    </Dialog>
  );
}
