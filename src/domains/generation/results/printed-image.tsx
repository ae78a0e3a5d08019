// Prints one image on a page of its own: nothing else of the screen is printed.
import { createPortal } from 'react-dom';
import type { Layout, Pixels } from './print-size.ts';
import './printed-image.css';

interface PrintedImageProps {
  src: string;
  /** The turned paper, in millimeters. */
  page: Pixels;
  layout: Layout;
  /** The browser has the page. */
  onPrinted: () => void;
  /** This browser can't show the file. */
  onFailed: () => void;
}

/** Some browsers within apps can't print. */
export const canPrint = (): boolean => typeof window.print === 'function';

/** Opens the print dialog of the browser once the image is loaded. */
export function PrintedImage({ src, page, layout, onPrinted, onFailed }: PrintedImageProps) {
  return createPortal(
    <div aria-hidden className="image-print" style={{ width: `${page.width}mm`, height: `${page.height - 0.5}mm` }}>
      <style>{`@page image { size: ${page.width}mm ${page.height}mm; margin: 0 }`}</style>
      <img
        src={src}
        alt=""
        style={{ objectFit: layout === 'crop' ? 'cover' : 'contain' }}
        onLoad={() => {
          window.print();
          onPrinted();
        }}
        onError={onFailed}
      />
    </div>,
    document.body,
  );
}
