import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import { Switch } from '#src/ui/switch.tsx';
import { lettersAtom } from './moderation-keys.ts';
import { presetReasons } from './preset-reasons.ts';

interface LegendProps {
  onReason: (reason: string) => void;
  onAskReason: () => void;
}

/** The shortcuts; each reason is also a button. Hidden on small screens. */
export function ShortcutsHelp({ onReason, onAskReason }: LegendProps) {
  const [letters, setLetters] = useAtom(lettersAtom);
  return (
    <section aria-label="Shortcuts" className="hidden content-start gap-5 text-sm lg:grid">
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2">
        <Shortcut keys={[letters && 'A', '→']}>Approve</Shortcut>
        <Shortcut keys={[letters && 'R', '←']}>Reject</Shortcut>
        <Shortcut keys={[letters && 'U', 'Ctrl Z']}>Undo</Shortcut>
        {letters && <Shortcut keys={['Z']}>Zoom</Shortcut>}
        {letters && <Shortcut keys={['F']}>Focus mode</Shortcut>}
      </dl>
      <div className="grid gap-1">
        <h2 className="font-medium">Reject with a reason</h2>
        <p className="mb-1 text-ink-muted">The photographer sees it with the photo.</p>
        {presetReasons.map(({ label, text }, index) => (
          <Reason key={label} hint={letters ? String(index + 1) : null} onClick={() => onReason(text)}>
            {label}
          </Reason>
        ))}
        <Reason hint={letters ? 'Shift R' : null} onClick={onAskReason}>
          Custom reason…
        </Reason>
      </div>
      <Switch
        label="Keyboard shortcuts"
        help="Arrow keys and Ctrl+Z always work."
        checked={letters}
        onChange={(event) => setLetters(event.currentTarget.checked)}
      />
    </section>
  );
}

function Shortcut({ keys, children }: { keys: (string | false)[]; children: ReactNode }) {
  return (
    <>
      <dt>{children}</dt>
      <dd className="flex gap-1">{keys.map((name) => name && <Key key={name}>{name}</Key>)}</dd>
    </>
  );
}

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="grid h-6 min-w-6 place-items-center rounded-sm border border-line bg-surface px-1.5 font-sans text-xs text-ink-muted tabular-nums">
    {children}
  </kbd>
);

function Reason({ hint, onClick, children }: { hint: string | null; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-9 items-center justify-between gap-3 rounded-md border border-line bg-control px-3 py-1 text-left transition-colors hover:border-line-strong hover:bg-hover touch:min-h-11"
    >
      {children}
      {hint && (
        <span aria-hidden>
          <Key>{hint}</Key>
        </span>
      )}
    </button>
  );
}
