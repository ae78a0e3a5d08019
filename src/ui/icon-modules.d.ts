/** One Lucide icon by its name in kebab case (scripts/icons-plugin.ts). Only icons.ts imports these. */
declare module '~icons/*' {
  import type { IconComponent } from '#src/ui/icon.ts';
  const icon: IconComponent;
  export default icon;
}
