// What stands in the file of an image that was made: where it comes from, and what it was made of.
import type { components } from '#openapi/api.ts';
import type { DigitalSourceType } from '#server/generation/generator.ts';

export interface Recipe {
  request: components['schemas']['GenerationRequest'];
  /** Of this image. */
  seed: number | null;
  modelName: string;
  digitalSourceType: DigitalSourceType;
  madeAt: Date;
}

const CREATOR_TOOL = 'AI Image Suite';

/** An XMP packet: IPTC's digital source type for programs that tell people where an image comes from, the recipe in a namespace of our own. */
export function xmpOf({ request, seed, modelName, digitalSourceType, madeAt }: Recipe): string {
  // Pictures that it was made of are named by ids, which say something to this server only, and to others nothing about anybody.
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
   <ais:Recipe>${escaped(recipe)}</ais:Recipe>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What may not stand in XML however it is written, a prompt may hold all the same. */
const NO_XML = /[\ufffe\uffff]/g;

const escaped = (text: string): string => text.replace(NO_XML, '\ufffd').replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
