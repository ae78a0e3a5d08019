/** Names of events, and the part of a file's name that app and server make of each. */
export const fileWordCases: readonly (readonly [text: string, words: string])[] = [
  ['Harbour Lights', 'harbour-lights'],
  ['  Åsa & Jón: “Brúðkaup” / 2026 ', 'åsa-jón-brúðkaup-2026'],
  ['हार्बर लाइट्स', 'हार्बर-लाइट्स'],
  ['งานแต่งงาน ที่ท่าเรือ', 'งานแต่งงาน-ที่ท่าเรือ'],
  ['துறைமுக விளக்குகள்', 'துறைமுக-விளக்குகள்'],
  ['حَفْلُ المِيناء، ٢٠٢٦', 'حَفْلُ-المِيناء-٢٠٢٦'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['İstanbul Işıkları', 'istanbul-işıkları'],
  // As macOS writes names: letters and accents apart.
  ['Cafe\u0301 Mu\u0308nchen', 'café-münchen'],
  ['港の光', '港の光'],
  ['🎉🎉', ''],
  ['I ❤\uFE0F Pier 4️\u20E3 👩\u200d👩\u200d👧', 'i-pier-4'],
  ['x'.repeat(200), 'x'.repeat(60)],
  ['हा'.repeat(60), 'हा'.repeat(13)],
];
