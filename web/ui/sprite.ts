/**
 * Every sign of the product, drawn on 18 x 18, once a document: 40 votes on a page cost 40 `<use>`,
 * not 40 drawings. Sent outside the React tree, so that nothing hydrates it.
 */
const drawings = {
  no: '<path fill="none" d="m5.6 5.6 6.8 6.8m0-6.8-6.8 6.8"/>',
  bubble: '<path d="M3 4.2h12v8.2H9l-3 2.8v-2.8H3z"/>',
  bell: '<path d="M4.5 12.4V8a4.5 4.5 0 0 1 9 0v4.4l1 1.2h-11zm3 2.6h3"/>',
  star: '<path d="m9 3 1.8 3.9 4.2.5-3.1 2.9.8 4.2L9 12.4l-3.7 2.1.8-4.2L3 7.4l4.2-.5z"/>',
  dots: '<path stroke-width="2" d="M4 9h0m5 0h0m5 0h0"/>',
  home: '<path d="m3 8.4 6-5.2 6 5.2V15h-4.2v-4H7.2v4H3z"/>',
  search: '<path d="M8 3.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zm3.6 8.4 3.2 3.2"/>',
  pen: '<path d="M3.2 14.8 4 11.6 12 3.4l2.6 2.6L6.4 14zM10.4 5l2.6 2.6"/>',
  list: '<path d="M3.5 5h11m-11 4h8m-8 4h5"/>',
} as const

export type IconName = keyof typeof drawings

export const sprite = `<svg class="sprite" aria-hidden="true" focusable="false"><defs>${Object.entries(drawings)
  .map(([name, drawing]) => `<symbol id="i-${name}" viewBox="0 0 18 18">${drawing}</symbol>`)
  .join('')}</defs></svg>`
