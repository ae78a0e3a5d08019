// The part of libheif-js that is used; the package's own types are for another build.
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    is_primary(): boolean;
    /** Pixels, after the container's rotation. */
    get_width(): number;
    get_height(): number;
    /** Fills RGBA; calls back with null when the picture cannot be decoded. */
    display<T extends { data: Uint8ClampedArray; width: number; height: number }>(target: T, done: (filled: T | null) => void): void;
    free(): void;
  }
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
