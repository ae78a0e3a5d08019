/** The product's mark: an aperture of six blades, light falling through it. public/favicon.svg shows the same drawing. */
export function AppLogo({ className }: { className?: string }) {
  return <img src="/favicon.svg" alt="" className={className} />;
}
