/** How to compare a memory card with an exported list of photos (public/check-card.mjs). */
export const CheckCard = () => (
  <>
    On a computer with Node.js,{' '}
    <a href="/check-card.mjs" download className="underline">
      check-card.mjs
    </a>{' '}
    does it: <code className="wrap-anywhere">node check-card.mjs &lt;card&gt; &lt;list.csv&gt;</code>
  </>
);
