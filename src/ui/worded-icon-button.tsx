import type { ComponentProps, ComponentType } from 'react';
import { IconButton } from './icon-button.tsx';

interface WordedIconButtonProps extends Omit<ComponentProps<typeof IconButton>, 'className' | 'size' | 'icon'> {
  icon: ComponentType<{ className: string }>;
  /** A word of the label; by default the label itself. */
  word?: string | false;
}

/** For bars of several icons: each says in a word below it what it does. */
export const WordedIconButton = ({ icon: Icon, word, ...rest }: WordedIconButtonProps) => (
  <IconButton
    {...rest}
    className="!h-12 !w-auto min-w-12"
    icon={
      <span aria-hidden className="grid justify-items-center text-xs">
        <Icon className="size-5" />
        {word || rest.label}
      </span>
    }
  />
);
