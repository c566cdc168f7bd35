import type { ToolName } from './tools.ts'

/** Drawn on 18 x 18 as the other signs of the product, but sent with the editor only. Letters stand for what they do to letters. */
const drawings: Partial<Record<ToolName | 'more', string>> = {
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

const letters: Partial<Record<ToolName | 'more', string>> = {
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

export function ToolSign({ name }: { readonly name: ToolName | 'more' }) {
  const drawing = drawings[name]
  if (drawing !== undefined) {
    return (
      <svg className={`ic ${name === 'more' || name === 'bullets' ? 'dotted' : ''}`} viewBox="0 0 18 18" aria-hidden="true">
        <path d={drawing} />
      </svg>
    )
  }
  // Drawn by the style sheet: as text it would be a second name of the button beside its own.
  return <span className={`tool-letter ${name}`} data-letter={letters[name]} aria-hidden="true" />
}
