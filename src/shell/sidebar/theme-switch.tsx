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
      <span className="flex w-full min-w-0 items-center justify-between gap-3 max-md:pr-4">
        Theme
        <select
          value={theme}
          onChange={(event) => setTheme(event.currentTarget.value as Theme)}
          className="min-h-11 cursor-pointer rounded-md bg-transparent text-right text-ink md:min-h-9 [&>option]:bg-raised"
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
