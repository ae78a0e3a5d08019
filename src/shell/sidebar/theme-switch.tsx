import { useAtom } from 'jotai';
import type { Theme } from '#src/lib/theme.ts';
import { themeAtom, themeNames } from '#src/shell/theme-atom.ts';
import { SunMoon } from '#src/ui/icons.ts';

/** Light, dark, or as the device is set. The camera and the viewer are always near-black. */
export function ThemeSwitch({ className }: { className: string }) {
  const [theme, setTheme] = useAtom(themeAtom);
  return (
    <label className={className}>
      <SunMoon aria-hidden />
      <span className="flex w-full min-w-0 flex-col items-center justify-between md:flex-row md:gap-3">
        Theme
        <select
          value={theme}
          onChange={(event) => setTheme(event.currentTarget.value as Theme)}
          className="min-h-9 max-w-full cursor-pointer rounded-md bg-transparent text-center text-ink md:text-right [&>option]:bg-raised"
        >
          {(Object.keys(themeNames) as Theme[]).map((value) => (
            <option key={value} value={value}>
              {themeNames[value]}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
