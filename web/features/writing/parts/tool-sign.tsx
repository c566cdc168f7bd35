/**
 * Drawn on 18 x 18 as the other signs of the product, but sent with the editor only. Letters stand
 * for what they do to letters.
 */
const drawings: Readonly<Record<string, string>> = {
  insert: 'M9 3.500v11M3.500 9h11',
  highlight: 'M3.500 14.500h11M6 11l5.500-6.500 2.200 1.900L8.200 12.900 5.500 13.300z',
  table: 'M3 4h12v10H3zM3 7.400h12M3 10.700h12M7 4v10M11 4v10',
  tasks: 'M3 4.500h3.500v3.500H3zM3 11h3.500v3.500H3zM9 6.200h6M9 12.700h6M3.800 6.200l.9.900 1.500-1.800',
  math: 'M12.500 4H5l4 5-4 5h7.500',
  mathBlock: 'M3 4h12M3 14h12M11.500 6.500H6.500L9 9l-2.500 2.500h5',
  spoiler: 'M2.500 9c2-3 4.200-4.500 6.500-4.500S13.500 6 15.500 9c-2 3-4.200 4.500-6.500 4.500S4.500 12 2.500 9M4 14.500 14 3.500',
  details: 'M4 5.500 6.500 8 4 10.500M9 8h6M9 11.500h6M9 4.500h6',
  machineText: 'M4 6h10v7.500H4zM9 6V3.500M6.800 9.200h.01M11.200 9.200h.01M6.500 11.500h5M2.500 8.500v2.500M15.500 8.500v2.500',
  poll: 'M3.500 4.500h8M3.500 9h11M3.500 13.500h5',
  prediction: 'M3.500 14.500v-3M7.200 14.500v-6M10.800 14.500v-9M14.500 14.500v-4.500',
  embed: 'M3 4.500h12v9H3zM7.700 7.200v3.600L10.900 9z',
  quote: 'M4 6.2h10M4 9.6h10M4 13h6M2 4.6v10',
  bullets: 'M7 5h8M7 9h8M7 13h8M3.4 5h.01M3.4 9h.01M3.4 13h.01',
  numbers: 'M7.5 5h7.5M7.5 9h7.5M7.5 13h7.5M3 4l1-.6V7M2.700 11.300c.4-.9 2-.7 1.800.4-.1.700-1.500 1.200-1.800 2.300h2',
  link: 'M7.6 10.4 10.4 7.6M8 5.4l1.4-1.4a3.2 3.2 0 0 1 4.600 4.600L12.600 10m-7.200-2L4 9.400A3.200 3.200 0 0 0 8.600 14L10 12.600',
  note: 'M9 4.500v7.600M5.700 6.400l6.600 3.800m0-3.800-6.600 3.800',
  picture: 'M2.800 4h12.400v10H2.800zM2.800 12l3.600-3.400 2.600 2.400 2.400-2 3.800 3.200M11.400 6.900h.01',
  codeBlock: 'M6.500 5.500 3 9l3.500 3.500m5-7L15 9l-3.500 3.500',
  divider: 'M3 9h12M5 5h8M5 13h8',
  undo: 'M6 4.500 3 7.500l3 3M3.500 7.500h7a3.500 3.500 0 0 1 0 7H8',
  redo: 'm12 4.500 3 3-3 3m2.500-3h-7a3.500 3.500 0 0 0 0 7H10',
  more: 'M4 9h.01M9 9h.01M14 9h.01',
}

const letters: Readonly<Record<string, string>> = {
  bold: 'B',
  italic: 'I',
  heading2: 'H',
  heading3: 'H₂',
  heading4: 'H₃',
  code: '‹›',
  strike: 'S',
  subscript: 'x₂',
  superscript: 'x²',
}

/** By the name of a tool, or of something that can be inserted. */
export function ToolSign({ name }: { readonly name: string }) {
  const drawing = drawings[name]
  if (drawing !== undefined) {
    return (
      <svg className={`ic ${['more', 'bullets', 'machineText'].includes(name) ? 'dotted' : ''}`} viewBox="0 0 18 18" aria-hidden="true">
        <path d={drawing} />
      </svg>
    )
  }
  // Drawn by the style sheet: as text it would be a second name of the button beside its own.
  return <span className={`tool-letter ${name}`} data-letter={letters[name]} aria-hidden="true" />
}
