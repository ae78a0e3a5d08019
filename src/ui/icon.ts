// Builds the icons of icons.ts.
import { createElement, type ReactElement, type SVGProps } from 'react';

export type IconComponent = (props: SVGProps<SVGSVGElement>) => ReactElement;

type Shape = [tag: string, attributes: Record<string, string>];

/** A stroked icon on a grid of 24 × 24 units, in the text color. Decorative: the surrounding control has the name. */
export function icon(shapes: Shape[]): IconComponent {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return (props) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      ...children,
    );
}
