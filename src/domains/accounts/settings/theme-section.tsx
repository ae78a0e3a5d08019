import { useAtom } from 'jotai';
import { deviceLabel } from '#src/lib/device.ts';
import type { Theme } from '#src/lib/theme.ts';
import { themeAtom, themeNames } from '#src/shell/theme-atom.ts';
import { Card } from '#src/ui/card.tsx';
import { Moon, Sun, SunMoon } from '#src/ui/icons.ts';
import { RadioGroup } from '#src/ui/radio-group.tsx';

const icons: Record<Theme, typeof Sun> = { system: SunMoon, light: Sun, dark: Moon };

export function ThemeSection() {
  const [theme, setTheme] = useAtom(themeAtom);
  return (
    <Card title="Theme" lead={`Applies to this ${deviceLabel}. The camera and photo viewer are always dark.`}>
      <RadioGroup
        legend="Appearance"
        name="theme"
        columns={3}
        value={theme}
        options={(Object.keys(themeNames) as Theme[]).map((value) => {
          const Icon = icons[value];
          return { value, label: themeNames[value], icon: <Icon aria-hidden className="size-4" /> };
        })}
        onChange={(event) => setTheme(event.target.value as Theme)}
      />
    </Card>
  );
}
