// Output settings as visual choices: formats as rectangles, styles as tiles. They are radio buttons, so one tab stop and the arrow keys
// work.
import { type ReactNode, useId } from 'react';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { StylePicture } from '#src/domains/generation/looks/style-picture.tsx';
import { useStyleTiles } from '#src/domains/generation/looks/style-previews.ts';
import { Field } from '#src/ui/field.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { formatOf, type ImageRecipe, isSeed, outpaintOf, sizeKey } from './recipe.ts';
import { sourceUrl } from './source-field.tsx';
import { hasStylePreview, StylePreview } from './style-preview.tsx';

interface OutputFieldsProps {
  owner: ImageOwner;
  recipe: ImageRecipe;
  model: GenerationModel;
  onRecipe: (change: Partial<ImageRecipe>) => void;
}

export function OutputFields({ owner, recipe, model, onRecipe }: OutputFieldsProps) {
  const { id: modelId, capabilities } = model;
  const { styles, sizes, aspect_ratios: ratios, max_count: most } = capabilities;
  // Then the extension determines the format.
  const isExtended = outpaintOf(recipe, model) !== null;
  // One row, so that Generate is in view on a laptop.
  const isDesktop = useMedia('(width >= 64rem)');
  const shown = { strength: recipe.strength, own: recipe.source && sourceUrl(recipe.source, 'thumb') };
  const tiles = useStyleTiles(owner, model, recipe.source, shown);
  // A variation number is of the chosen style only.
  const seed = isSeed(recipe.seed) ? Number(recipe.seed) : null;
  const varied = useStyleTiles(owner, seed === null ? undefined : model, recipe.source, { ...shown, seed });
  return (
    <>
      <div className="style-fields">
        {recipe.source && hasStylePreview(model, recipe.style) && (
          <StylePreview owner={owner} model={modelId} style={recipe.style} seed={seed} strength={recipe.strength} source={recipe.source} />
        )}
        {styles.length > 0 && (
          <TileGroup
            legend="Style"
            tiles={styles.map(({ id, name }) => ({
              value: id,
              label: name,
              picture: (
                <StylePicture
                  modelId={modelId}
                  style={id}
                  tiles={id === recipe.style && seed !== null ? varied : tiles}
                  className="size-14 rounded-sm object-cover"
                />
              ),
            }))}
            value={recipe.style}
            onChange={(style) => onRecipe({ style })}
          />
        )}
        {capabilities.strength && recipe.source && !isExtended && (
          <Field label="Strength" help="How much the result can differ from your image.">
            {(control) => (
              <div className="flex items-center gap-3">
                <input
                  {...control}
                  type="range"
                  min={0}
                  max={1}
                  step={0.05}
                  value={recipe.strength}
                  aria-valuetext={percent(recipe.strength)}
                  onChange={({ target }) => onRecipe({ strength: Number(target.value) })}
                  className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
                />
                <output htmlFor={control.id} className="w-12 shrink-0 text-right text-sm text-ink-muted tabular-nums">
                  {percent(recipe.strength)}
                </output>
              </div>
            )}
          </Field>
        )}
      </div>
      {!isExtended && sizes.length > 0 && (
        <TileGroup
          legend="Format"
          tiles={sizes.map((size) => ({
            value: sizeKey(size),
            label: ratioLabel(size.width, size.height),
            picture: <RatioShape {...size} />,
          }))}
          note={recipe.size.replace('x', ' × ')}
          columns={evenColumns(sizes.length)}
          value={recipe.size}
          onChange={(size) => onRecipe({ size })}
        />
      )}
      {!isExtended && ratios.length > 0 && (
        <TileGroup
          legend="Format"
          tiles={ratios.map((ratio) => {
            const [width = 1, height = 1] = ratio.split(':').map(Number);
            return { value: ratio, label: ratio, picture: <RatioShape width={width} height={height} /> };
          })}
          columns={evenColumns(ratios.length)}
          value={recipe.aspectRatio}
          onChange={(aspectRatio) => onRecipe({ aspectRatio })}
        />
      )}
      {most > 1 && (
        <TileGroup
          legend="Images"
          columns={evenColumns(most, isDesktop ? 8 : 5)}
          tiles={Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
          value={String(recipe.count)}
          onChange={(count) => onRecipe({ count: Number(count) })}
        />
      )}
      {capabilities.background && (
        <Background
          columns={evenColumns(BACKGROUNDS.length + 1, isDesktop ? 5 : 3)}
          background={recipe.background}
          onBackground={(background) => onRecipe({ background })}
        />
      )}
    </>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const BACKGROUNDS = [
  { value: 'transparent', label: 'None', fill: 'repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 50% / 10px 10px' },
  { value: 'blurred', label: 'Blurred', fill: 'radial-gradient(#9bc 0%, #cb9 60%, #797 100%)' },
  { value: '#ffffff', label: 'White', fill: '#ffffff' },
  { value: '#000000', label: 'Black', fill: '#000000' },
] as const;

interface BackgroundProps {
  /** A CSS value for `grid-template-columns`. */
  columns: string;
  background: string;
  onBackground: (background: string) => void;
}

function Background({ columns, background, onBackground }: BackgroundProps) {
  const id = useId();
  const isOwn = !BACKGROUNDS.some(({ value }) => value === background);
  return (
    <div className="grid gap-2">
      <TileGroup
        legend="Background"
        columns={columns}
        tiles={[
          ...BACKGROUNDS.map(({ value, label, fill }) => ({ value: value as string, label, picture: <Swatch fill={fill} /> })),
          { value: isOwn ? background : '#f4a261', label: 'Color', picture: <Swatch fill={isOwn ? background : '#f4a261'} /> },
        ]}
        value={background}
        onChange={onBackground}
      />
      {isOwn && (
        <p className="flex items-center gap-3 text-sm">
          <label htmlFor={id}>Background color</label>
          <input
            id={id}
            type="color"
            value={background}
            onChange={({ target }) => onBackground(target.value)}
            className="h-10 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 touch:h-12"
          />
        </p>
      )}
    </div>
  );
}

const Swatch = ({ fill }: { fill: string }) => (
  <span aria-hidden className="size-8 rounded-full border border-line-strong" style={{ background: fill }} />
);

interface Tile {
  value: string;
  label: string;
  picture?: ReactNode;
}

interface TileGroupProps {
  legend: string;
  /** Shown after the legend. */
  note?: string;
  tiles: readonly Tile[];
  value: string;
  onChange: (value: string) => void;
  /** A CSS value for `grid-template-columns`. */
  columns?: string;
}

function TileGroup({ legend, note, tiles, value, onChange, columns = 'repeat(auto-fill, minmax(5rem, 1fr))' }: TileGroupProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {legend} {note && <span className="font-normal text-ink-muted tabular-nums">{note}</span>}
      </legend>
      <div className="grid gap-2" style={{ gridTemplateColumns: columns }}>
        {tiles.map((tile) => (
          <label
            key={tile.value}
            className="relative grid min-h-11 cursor-pointer content-center justify-items-center gap-1 rounded-md border border-line bg-control px-1 py-2 text-center text-sm transition-colors hover:border-line-strong has-checked:border-accent-text has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={tile.value}
              checked={tile.value === value}
              onChange={() => onChange(tile.value)}
              // The sticky form footer must not cover the focused choice.
              style={{ scrollMarginBottom: '8rem' }}
              className="sr-only"
            />
            {tile.picture}
            <span className="font-medium">{tile.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** As few rows as possible, of about the same length. */
function evenColumns(count: number, perRow = 5): string {
  return `repeat(${Math.ceil(count / Math.ceil(count / perRow))}, 1fr)`;
}

const BOX_PX = 28;

function RatioShape({ width, height }: { width: number; height: number }) {
  const scale = BOX_PX / Math.max(width, height);
  return (
    <span aria-hidden className="grid size-8 place-items-center">
      <span
        className="rounded-sm border-2 border-current opacity-70"
        style={{ width: Math.round(width * scale), height: Math.round(height * scale) }}
      />
    </span>
  );
}

/** The name of the nearest common format, such as "16:9". Sizes of providers are multiples of 64 pixels, so they are approximate. */
const ratioLabel = (width: number, height: number): string => formatOf(width / height) ?? `${width} × ${height}`;
