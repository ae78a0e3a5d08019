// Words that describe a picture or an action and name nothing that a picture would miss.

/** "playing", "dressed" and the like; after an article they belong to a noun, as in "a smiling baker". */
export const isVerb = (word: string, isAfterArticle: boolean): boolean =>
  verbs.has(word) || (!isAfterArticle && /.{2}(?:ing|ed)$/.test(word));

/** Words about how a picture looks, or what it is for. They are marked, but nobody misses them. */
export const isDecoration = (word: string): boolean =>
  decorations.has(word) ||
  word.length < 3 ||
  /\d/.test(word) ||
  /.{3}(?:(?<!fami)ly|ful|ous|less|ish|istic|esque|ive|ness|ism|style|like)$/.test(word);

const decorations = new Set(
  (
    'poster posters card cards invitation invitations banner banners backdrop badge flyer leaflet logo cover wallpaper border frame margin title text letters writing caption design layout ' +
    'event events gala save date thank thanks company menu round image images photo photograph photography picture portrait landscape closeup close-up shot view scenery composition perspective depth focus ' +
    'blur bokeh lens render rendering resolution hd uhd hdr raw detail details detailed ultra hyper photorealistic realistic hyperrealistic realism cinematic dramatic minimal minimalist abstract ' +
    'vector cartoon anime manga pixel watercolor watercolour sketch oil acrylic digital artwork masterpiece aesthetic mood atmosphere vibe vibes texture pattern contrast exposure ' +
    'center centre corner soft calm plain empty elegant simple friendly warm bright vivid vibrant pastel neon glossy matte sharp smooth clean dreamy cozy cosy festive wide high low deep rich famous favorite favourite ' +
    'color colors colour colours colored coloured tone tones shade shades shadow shadows space nothing something everything anything thing things someone somebody anyone everyone kind type sort way ' +
    'young adult elderly fat thin strong gentle brave clever proud angry silly busy quiet loud wet dry clear open closed whole half single double own same different new century'
  ).split(' '),
);

const verbs = new Set(
  (
    'sits sit stands stand runs run walks walk plays play eats eat drinks drink holds hold wears wear looks look smiles smile jumps jump flies fly dances dance sings sing reads read sleeps sleep lies lie rides ride ' +
    'drives drive sees see watches watch waits wait works work makes has have had do does did can will would should must may be been am wants want loves likes gives give gets get goes go comes come says say made'
  ).split(' '),
);
