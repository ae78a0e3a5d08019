import { failureReport } from '#src/lib/failure-log.ts';
import { CopyButton } from './copy-button.tsx';

/** What whoever is asked for help needs to know. */
export default function CopyReport() {
  return <CopyButton label="Copy details" text={failureReport()} />;
}
