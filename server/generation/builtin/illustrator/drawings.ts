// Drawings of frequent things that have no emoji, on the same 32 units and in the same colors as Fluent's flat icons.

interface Drawing {
  /** The first one is its label. */
  words: readonly [string, ...string[]];
  /** Unicode's subgroup of similar things. */
  subgroup: number;
  body: string;
}

const shape = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;

export const drawings: Readonly<Record<string, Drawing>> = {
  lighthouse: {
    words: ['lighthouse', 'beacon'],
    subgroup: 51,
    body:
      shape('#7d7386', 'M6 30c1-2.6 4-4 10-4s9 1.4 10 4z') +
      shape('#f4f4f4', 'M12.6 10h6.8l2.2 18H10.4z') +
      shape('#f8312f', 'M12.1 13.6h7.8l.5 4h-8.8zM11.1 21.4h9.8l.5 4.2H10.6z') +
      shape('#533566', 'M10.8 9.2h10.4v1.6H10.8z') +
      shape('#fcd53f', 'M13.2 5.6h5.6v3.6h-5.6z') +
      shape('#533566', 'M15.6 5.6h.8v3.6h-.8z') +
      shape('#ca0b4a', 'M12.4 5.6L16 2l3.6 3.6z') +
      shape('#321b41', 'M14.8 28v-2.2a1.2 1.2 0 0 1 2.4 0V28z'),
  },
  windmill: {
    words: ['windmill', 'mill'],
    subgroup: 51,
    body:
      shape('#f3c07b', 'M12 14h8l2.4 16H9.6z') +
      shape('#8c5543', 'M11.4 14.4L16 9l4.6 5.4z') +
      shape('#7d4533', 'M14.4 30v-4a1.6 1.6 0 0 1 3.2 0v4z') +
      shape('#83cbff', 'M14.8 18.4h2.4v2.4h-2.4z') +
      `<g transform="rotate(20 16 12.4)">${[0, 90, 180, 270]
        .map(
          (turn) =>
            `<g transform="rotate(${turn} 16 12.4)">${shape('#8c5543', 'M15.7 2h.6v10.4h-.6z')}${shape('#f4f4f4', 'M16.3 2.4h3v7.4h-3z')}</g>`,
        )
        .join('')}</g>` +
      '<circle cx="16" cy="12.4" r="1" fill="#402a32"/>',
  },
  barn: {
    words: ['barn', 'stable'],
    subgroup: 51,
    body:
      shape('#ca0b4a', 'M3 30V16L8 9.4L16 5l8 4.4L29 16v14z') +
      shape('#6d4534', 'M16 3.6l9 5l5 7.2l-1.6 1L24 10.4l-8-4.4l-8 4.4l-4.4 6.4l-1.6-1l5-7.2z') +
      shape('#f4f4f4', 'M10.4 18.6h11.2V30H10.4zM13.8 10.4h4.4v4.2h-4.4z') +
      shape('#990838', 'M11.4 19.6h9.2V30h-9.2z') +
      shape('#f4f4f4', 'M11.4 19.6h1.3L20.6 30h-1.4zM20.6 19.6h-1.3L11.4 30h1.4zM15.6 19.6h.8V30h-.8z') +
      shape('#321b41', 'M14.6 11.2h2.8v2.6h-2.8z'),
  },
  stall: {
    words: ['stall', 'kiosk'],
    subgroup: 51,
    body:
      shape('#8c5543', 'M4 10h1.6v20H4zM26.4 10H28v20h-1.6z') +
      shape('#d3883e', 'M3 20h26v10H3z') +
      shape('#f3ad61', 'M2 18.6h28v2H2z') +
      shape('#f4f4f4', 'M4.4 4h23.2L30 11H2z') +
      shape('#f8312f', 'M4.4 4h3.3L6.7 11H2zM11.1 4h3.2l-.4 7H9.4zM17.7 4h3.2l1.7 7h-4.5zM24.3 4h3.3L30 11h-3.7z') +
      shape('#f4f4f4', 'M6.7 11h2.7a1.4 1.4 0 0 1-2.7 0zM13.9 11h4.2a2.1 1.6 0 0 1-4.2 0zM22.6 11h3.7a1.8 1.5 0 0 1-3.7 0z') +
      shape(
        '#ca0b4a',
        'M2 11h4.7a2.3 1.6 0 0 1-4.7 0zM9.4 11h4.5a2.2 1.6 0 0 1-4.5 0zM18.1 11h4.5a2.2 1.6 0 0 1-4.5 0zM26.3 11H30a1.8 1.6 0 0 1-3.7 0z',
      ) +
      '<circle cx="8" cy="17" r="2" fill="#f92f60"/><circle cx="12" cy="17" r="2" fill="#f92f60"/><circle cx="17" cy="17" r="2" fill="#ff822d"/><circle cx="21" cy="17" r="2" fill="#86d72f"/><circle cx="25" cy="17" r="2" fill="#86d72f"/>',
  },
  bench: {
    words: ['bench'],
    subgroup: 81,
    body:
      shape('#433b6b', 'M5 12h1.6v18H5zM25.4 12H27v18h-1.6z') +
      shape('#d3883e', 'M3 12.6h26v2.6H3zM3 16.4h26V19H3z') +
      shape('#f3ad61', 'M2 21h28v2.8H2z') +
      shape('#8c5543', 'M2 23.8h28v.9H2z'),
  },
  table: {
    words: ['table', 'desk'],
    subgroup: 81,
    body:
      shape('#8c5543', 'M5 17h2.4v13H5zM24.6 17H27v13h-2.4z') +
      shape('#d3883e', 'M3.6 16.6h24.8v2.6H3.6z') +
      shape('#f3ad61', 'M2 14h28v2.8H2z'),
  },
  podium: {
    words: ['podium', 'lectern', 'pulpit'],
    subgroup: 81,
    body:
      shape('#8c5543', 'M9 14h14l-1.4 14H10.4z') +
      shape('#d3883e', 'M6.6 11.4L25.4 9v4L7.4 15z') +
      shape('#6d4534', 'M8 28h16v2H8z') +
      shape('#533566', 'M15.6 4.4h.8v6.2h-.8z') +
      '<circle cx="16" cy="4" r="1.7" fill="#212121"/>' +
      '<circle cx="16" cy="20.4" r="3" fill="#fcd53f"/>',
  },
  speakers: {
    words: ['speakers', 'speaker', 'subwoofer'],
    subgroup: 81,
    body: '<rect x="8" y="2" width="16" height="28" rx="2" fill="#433b6b"/><circle cx="16" cy="9" r="4" fill="#212121"/><circle cx="16" cy="9" r="1.7" fill="#9b9b9b"/><circle cx="16" cy="21" r="6" fill="#212121"/><circle cx="16" cy="21" r="3" fill="#9b9b9b"/><circle cx="16" cy="21" r="1.3" fill="#433b6b"/>',
  },
  whiteboard: {
    words: ['whiteboard', 'flipchart'],
    subgroup: 81,
    body:
      shape('#8c5543', 'M8 20h1.6L7 30H5.4zM22.4 20H24l2.6 10H25z') +
      shape('#9b9b9b', 'M2 3h28v19H2z') +
      shape('#f4f4f4', 'M3.4 4.4h25.2v16.2H3.4z') +
      shape('#00a6ed', 'M7 13h3v5H7z') +
      shape('#ff822d', 'M12 10h3v8h-3z') +
      shape('#00d26a', 'M17 7h3v11h-3z') +
      shape('#d3d3d3', 'M22 7h4.6v1.4H22zM22 10h4.6v1.4H22zM22 13h3v1.4h-3z'),
  },
  waterfall: {
    words: ['waterfall'],
    subgroup: 50,
    body:
      shape('#7d6a6a', 'M2 30V9c2-4 5-6 8-6h12c4 0 6 2 8 7v20z') +
      shape('#9b8c8c', 'M2 30V9c2-4 5-6 8-6h1l-1.4 27zM30 30V10c-2-5-4-7-7-7l.6 27z') +
      shape('#44911b', 'M3 7c2-4 5-5.4 8-5v3c-3 0-5 1-8 4zM29 8c-2-4-4-6-7-6v3c3 0 5 2 7 5z') +
      shape('#83cbff', 'M11 2.4h11L23.4 27H9.6z') +
      shape('#d9f1ff', 'M13 3h1.4l-.6 22h-2zM17.4 3h1.4l.6 20h-1.8z') +
      shape('#00a6ed', 'M4 30c0-3 5-5 12-5s12 2 12 5z') +
      shape('#d9f1ff', 'M8.4 26.4c2-1.6 4.6-1.8 7.6-1.8s5.6.2 7.6 1.8c-2 .8-4.6 1-7.6 1s-5.6-.2-7.6-1z'),
  },
  pond: {
    words: ['pond', 'puddle', 'pool'],
    subgroup: 50,
    body: '<ellipse cx="16" cy="27" rx="14" ry="3.6" fill="#44911b"/><ellipse cx="16" cy="27" rx="13" ry="2.9" fill="#00a6ed"/><ellipse cx="13" cy="26.4" rx="6" ry="0.7" fill="#83cbff"/>',
  },
  pier: {
    words: ['pier', 'jetty', 'dock', 'boardwalk'],
    subgroup: 51,
    body:
      shape('#6d4534', 'M4 20h1.8v10H4zM11 20h1.8v10H11zM19.2 20H21v10h-1.8zM26.2 20H28v10h-1.8z') +
      shape('#f3ad61', 'M1 18h30v2.4H1z') +
      shape('#8c5543', 'M1 20.4h30v1H1zM3 13h1.2v5H3zM10 13h1.2v5H10zM20.8 13H22v5h-1.2zM27.8 13H29v5h-1.2zM2 13h28v1H2z'),
  },
  fireplace: {
    words: ['fireplace', 'hearth'],
    subgroup: 81,
    body:
      shape('#8c5543', 'M4 9h24v21H4z') +
      shape('#b4624d', 'M4 9h7v3H4zM12 9h8v3h-8zM21 9h7v3h-7zM4 16h5v3H4zM4 23h5v3H4zM23 16h5v3h-5zM23 23h5v3h-5z') +
      shape('#d3883e', 'M2 5h28v4H2z') +
      shape('#321b41', 'M9 30V18a7 6 0 0 1 14 0v12z') +
      shape('#ff6723', 'M12 29c-1-4 2-5 3-10c3 2 3 4 3.6 5.6c.8-.8 1-1.6 1-2.6c1.6 2.6 1.4 5 .4 7z') +
      shape('#ffb02e', 'M14 29c-.4-2 1.2-3 2-5.4c1.8 1.6 2.4 3.4 1.6 5.4z') +
      shape('#6d4534', 'M11 28.2h10V30H11z'),
  },
  wreath: {
    words: ['wreath'],
    subgroup: 60,
    body:
      '<circle cx="16" cy="15" r="9.4" fill="none" stroke="#44911b" stroke-width="6"/><circle cx="16" cy="15" r="9.4" fill="none" stroke="#008463" stroke-width="5.6" stroke-dasharray="1.6 3.4"/>' +
      [0, 1, 2, 3, 4, 5, 6]
        .map(
          (index) =>
            `<circle cx="${(16 + 9.4 * Math.cos(index * 0.9)).toFixed(1)}" cy="${(15 + 9.4 * Math.sin(index * 0.9)).toFixed(1)}" r="1.3" fill="#f8312f"/>`,
        )
        .join('') +
      shape('#f8312f', 'M16 24.4l-5-2.6v5.4zM16 24.4l5-2.6v5.4z') +
      shape('#ca0b4a', 'M15 25l-2 5.6h2l1-3.6l1 3.6h2L17 25z'),
  },
  stocking: {
    words: ['stocking'],
    subgroup: 65,
    body:
      shape('#f8312f', 'M9 7h11v12c3 1.4 6 2.6 6 6.4c0 3-2.4 4.6-5.4 4.6c-3 0-6-1.6-8.6-4C10 23.6 9 21 9 18z') +
      shape('#f4f4f4', 'M7.4 2.6h14.2v5.6H7.4z') +
      shape('#ffffff', 'M21 29.8c0-3 2-5.4 4.6-6.2c.8 3.8-1 6.2-4.6 6.2z') +
      shape('#ca0b4a', 'M9 17c2.6 0 4.4 2 4.2 4.6c-.2 1-.8 2-1.8 2.8C9.600 22.600 9 20.400 9 18z'),
  },
  ornament: {
    words: ['ornament', 'bauble'],
    subgroup: 60,
    body:
      '<circle cx="16" cy="18" r="11" fill="#f8312f"/>' +
      shape('#fcd53f', 'M5.400 15h21.200a11 11 0 0 1 .4 4.800H5a11 11 0 0 1 .4-4.800z') +
      shape('#ca0b4a', 'M8 25.500a11 11 0 0 0 17.800-2.500c-5 4-12 4.500-17.800 2.500z') +
      shape('#9b9b9b', 'M13.600 4.600h4.800v3.200h-4.800z') +
      '<circle cx="16" cy="3.400" r="1.600" fill="none" stroke="#9b9b9b" stroke-width="1"/><circle cx="12" cy="12.600" r="1.600" fill="#ff8687"/>',
  },
  sandcastle: {
    words: ['sandcastle'],
    subgroup: 62,
    body:
      shape('#d3883e', 'M2 30c1-2 3-3 5-3h18c2 0 4 1 5 3z') +
      shape('#f3c07b', 'M4 28V15h2v2h2v-2h2v2h2v-5h2v2h4v-2h2v5h2v-2h2v2h2v-2h2v13z') +
      shape('#d3883e', 'M13.600 28v-4a2.400 2.400 0 0 1 4.800 0v4zM7 20h2v3H7zM23 20h2v3h-2z') +
      shape('#8c5543', 'M15.700 4h.600v9h-.600z') +
      shape('#f8312f', 'M16.300 4l6 2l-6 2z'),
  },
};
