/** The first stop of the keyboard on screens with a sidebar. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The hash belongs to the router; only the focus moves.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-[80] focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:text-sm focus:font-medium focus:shadow-3"
    >
      Skip to content
    </a>
  );
}
