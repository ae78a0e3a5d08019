// Every part of the kit in each of its states, on one page that exists only in development (kit.html).
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, type Theme } from '#src/lib/theme.ts';
import { Initials } from '#src/shell/person-avatar.tsx';
import '#src/styles.css';
import { AppLogo } from '#src/ui/app-logo.tsx';
import { Button } from '#src/ui/button.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Toaster } from '#src/ui/toaster.tsx';
import { Actions, Controls, Office } from './controls.tsx';
import { Forms } from './forms.tsx';
import { GridPart } from './grid.tsx';
import { Lists } from './lists.tsx';
import { Overlays } from './overlays.tsx';
import { KitSection, Specimen } from './section.tsx';
import { States } from './states.tsx';

const grounds = ['bg-canvas', 'bg-surface', 'bg-raised', 'bg-control', 'bg-sunken', 'bg-hover', 'bg-pressed'];
const signals = [
  ['bg-accent text-on-accent', 'accent'],
  ['bg-accent-soft text-accent-text', 'accent-soft'],
  ['bg-info-soft text-info', 'info'],
  ['bg-success-soft text-success', 'success'],
  ['bg-warning-soft text-warning', 'warning'],
  ['bg-danger-soft text-danger', 'danger'],
  ['bg-danger-solid text-white', 'danger-solid'],
];
const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-display'];

function Foundations() {
  return (
    <KitSection title="Foundations">
      <Specimen name="Mark">
        <AppLogo className="size-16" />
        <AppLogo className="size-8" />
        <AppLogo className="size-5" />
      </Specimen>
      <Specimen name="Initials">
        <Initials name="Mia Ruiz" size="lg" />
        <Initials name="Mia Ruiz" />
        <Initials name="mia@example.org" />
      </Specimen>
      <Specimen name="Grounds and ink">
        {grounds.map((ground) => (
          <div key={ground} className={`grid h-20 w-32 content-center rounded-md border border-line px-3 text-sm ${ground}`}>
            {ground.slice(3)}
            <span className="text-ink-muted">muted ink</span>
          </div>
        ))}
      </Specimen>
      <Specimen name="Signals">
        {signals.map(([classes, name]) => (
          <div key={name} className={`rounded-md px-4 py-3 text-sm font-medium ${classes}`}>
            {name}
          </div>
        ))}
      </Specimen>
      <Specimen name="Type" stacked>
        {sizes.map((size) => (
          <p key={size} className={size}>
            {size.slice(5)} 0123456789
          </p>
        ))}
      </Specimen>
      <Specimen name="Elevation and radius">
        {['rounded-sm shadow-1', 'rounded-md shadow-1', 'rounded-lg shadow-2', 'rounded-xl shadow-3'].map((classes) => (
          <div key={classes} className={`grid size-28 place-items-center bg-raised text-center text-xs ${classes}`}>
            {classes}
          </div>
        ))}
      </Specimen>
    </KitSection>
  );
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function Kit() {
  const [theme, setTheme] = useState<Theme>('system');
  const [venue, setVenue] = useState(false);
  const choose = (value: Theme) => {
    setTheme(value);
    applyTheme(document.documentElement, value);
  };
  return (
    <div className={venue ? 'venue' : undefined}>
      <main className="mx-auto grid max-w-5xl gap-14 px-4 py-8 sm:px-8">
        <header className="grid gap-4">
          <h1 className="text-2xl font-semibold">The kit</h1>
          <p className="max-w-2xl text-ink-muted">Each part in each state. One kit serves the venue and everything else.</p>
          <div className="flex flex-wrap items-end gap-4">
            <RadioGroup
              legend="Theme"
              name="theme"
              options={themes}
              value={theme}
              onChange={(event) => choose(event.currentTarget.value as Theme)}
            />
            <Button aria-pressed={venue} onClick={() => setVenue(!venue)}>
              Venue surface
            </Button>
          </div>
        </header>
        <Foundations />
        <Actions />
        <Controls />
        <Forms />
        <Office />
        <GridPart />
        <Lists />
        <States />
        <Overlays />
      </main>
      <Toaster />
    </div>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('kit.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <Kit />
  </StrictMode>,
);
