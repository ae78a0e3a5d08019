import { AppLogo } from '#src/ui/app-logo.tsx';
import { Initials } from '#src/ui/initials.tsx';
import { KitSection, Specimen } from './section.tsx';

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

export function Foundations() {
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
