import { useEffect, useState } from 'react';
import { failureReport } from '#src/lib/failure-report.ts';
import { Check, Copy } from '#src/ui/icons.ts';
import { Button, type ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  /** The action in words: "Copy link". */
  label: string;
  /** Distinguishes several buttons in a list. Part of the accessible name only: "Copy link for ana@example.org". */
  of?: string;
  text: string;
  /** Shows only the icon; the label is its name. */
  compact?: boolean;
}

const SHOWN_MS = 2000;

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ label, of, text, compact, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused by the browser, or an insecure page: shows the text to copy it by hand.
      toast.warning('Couldn’t copy', { detail: text });
    }
  };
  const Icon = copied ? Check : Copy;
  const icon = <Icon aria-hidden className="size-4" />;
  return (
    <>
      {compact ? (
        <IconButton {...rest} label={copied ? 'Copied' : label} icon={icon} onClick={() => void copy()} />
      ) : (
        <Button {...rest} aria-label={of && `${copied ? 'Copied' : label} for ${of}`} icon={icon} onClick={() => void copy()}>
          {copied ? 'Copied' : label}
        </Button>
      )}
      <span aria-live="polite" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  );
}

/** Copies what support needs to know about a failure. */
export default function CopyReport() {
  return <CopyButton label="Copy details" text={failureReport()} />;
}
