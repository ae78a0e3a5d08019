// Properties of a generated image beyond its pixels: digital source type (IPTC), sensitivity and the XMP packet in its file.
import sharp from 'sharp';
import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import type { CatalogModel, DigitalSourceType, GeneratorRequest, GeneratorResult, Picture } from '#server/generation/generator.ts';

export interface Lineage {
  digitalSourceType: DigitalSourceType;
  isSensitive: boolean;
  warnings: GeneratorResult['warnings'];
}

const sourceTypes: readonly DigitalSourceType[] = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
  'algorithmicMedia',
];

/** Reads the digital source type from the file of a generated image. */
export async function sourceTypeIn(bytes: Buffer): Promise<DigitalSourceType | null> {
  // Of the header alone: no pixel is read here.
  const { xmp } = await sharp(bytes).metadata();
  // Matches the whole element: the prompt comes before it and is escaped, so it can't contain an element.
  const [, name] = /<Iptc4xmpExt:DigitalSourceType>[^<]*\/(\w+)</.exec(xmp?.toString() ?? '') ?? [];
  return sourceTypes.find((type) => type === name) ?? null;
}

const isTrained = (type: DigitalSourceType | null) => type === 'trainedAlgorithmicMedia' || type === 'compositeWithTrainedAlgorithmicMedia';

/**
 * @param sourceType of a source that was made here
 */
export async function lineageOf(
  parts: Parameters<typeof isSensitive>[0],
  model: CatalogModel,
  { source }: Pick<GeneratorRequest, 'source'>,
  sourceType: DigitalSourceType | null,
): Promise<Lineage> {
  const verdict = source === null ? 'shown' : await judge(parts, source);
  return {
    digitalSourceType: source ? sourceTypeOf(model, sourceType) : model.digitalSourceType,
    isSensitive: verdict !== 'shown',
    warnings: verdict === 'shown' ? [] : [hiddenBecause[verdict]],
  };
}

const hiddenBecause = {
  hidden: { code: 'source_sensitive', message: 'The source may show nudity, so this is hidden until you show it.' },
  unknown: { code: 'source_unchecked', message: 'We couldn’t check the source for nudity, so this is hidden until you show it.' },
};

/**
 * The digital source type of an image made from a source: a composite if the model doesn't require a source, and never less than the type of the
 * source.
 * @param made type of the source, if it was generated here
 */
function sourceTypeOf(
  { capabilities, isAi, digitalSourceType }: Pick<CatalogModel, 'capabilities' | 'isAi' | 'digitalSourceType'>,
  made: DigitalSourceType | null,
): DigitalSourceType {
  const ofModel = isAi ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced';
  const type = capabilities.source === 'optional' ? ofModel : digitalSourceType;
  return isTrained(made) && !isTrained(type) ? 'compositeWithTrainedAlgorithmicMedia' : type;
}

export interface SensitiveCheck {
  /** From 0 to 1: how sure it is. Null: it doesn’t run on this machine, so nothing is looked for. */
  judge(picture: Picture): Promise<number | null>;
}

interface Parts extends Pick<Deps, 'log'> {
  /** Null: nothing is looked for. */
  sensitive: SensitiveCheck | null;
}

/** From here on an image is shown only when asked for. */
const SENSITIVE_FROM = 0.7;

/** The judging process can be ended with a picture that isn’t to blame, for example when the machine is out of memory. */
const ATTEMPTS = 2;

async function judge({ log, sensitive }: Parts, picture: Picture): Promise<'shown' | 'hidden' | 'unknown'> {
  if (!sensitive) return 'shown';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return ((await sensitive.judge(picture)) ?? 0) >= SENSITIVE_FROM ? 'hidden' : 'shown';
    } catch (error) {
      log.warn({ err: error, attempt }, 'an image could not be judged');
    }
  }
  return 'unknown';
}

/** Also where it could not be judged: then it is shown only when asked for. */
export const isSensitive = async (parts: Parts, picture: Picture): Promise<boolean> => (await judge(parts, picture)) !== 'shown';

export interface Recipe {
  request: components['schemas']['GenerationRequest'];
  /** Of this image. */
  seed: number | null;
  modelName: string;
  /** Of the model. */
  licence: string | null;
  digitalSourceType: DigitalSourceType;
  madeAt: Date;
}

const CREATOR_TOOL = 'AI Image Suite';

/** An XMP packet with IPTC's digital source type, which other programs show, and the recipe in a private namespace. */
export function xmpOf({ request, seed, modelName, licence, digitalSourceType, madeAt }: Recipe): string {
  // Source images are referenced by ids, which reveal nothing outside this server.
  const recipe = JSON.stringify({ ...request, seed, count: 1 });
  const description = request.prompt === '' ? modelName : request.prompt;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:ais="https://ai-image-suite.example/ns/recipe/1.0/">
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(description)}</rdf:li></rdf:Alt></dc:description>
   <xmp:CreatorTool>${escaped(`${CREATOR_TOOL}, ${modelName}`)}</xmp:CreatorTool>
   <xmp:CreateDate>${madeAt.toISOString()}</xmp:CreateDate>
   <Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${digitalSourceType}</Iptc4xmpExt:DigitalSourceType>
   <ais:Recipe>${escaped(recipe)}</ais:Recipe>${licence === null ? '' : `\n   <ais:ModelLicense>${escaped(licence)}</ais:ModelLicense>`}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML forbids even when escaped; a prompt may contain them. */
const NO_XML = /[\ufffe\uffff]/g;

const escaped = (text: string): string => text.replace(NO_XML, '\ufffd').replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
