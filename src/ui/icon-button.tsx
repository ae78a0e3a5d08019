import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'hint' | 'aria-label'> {
  /** Its accessible name, also shown beside it on hover and focus. */
  label: string;
  icon: ReactNode;
  /** For toggles. */
  pressed?: boolean;
}

const squares = { sm: 'size-8 touch:size-11', md: 'size-10 touch:size-11', lg: 'size-12' };

export function IconButton({ label, icon, pressed, size = 'md', variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      hint={label}
      size={size}
      variant={variant}
      icon={icon}
      className={cn('!px-0', squares[size], pressed && 'text-accent-text', className)}
    />
  );
}
