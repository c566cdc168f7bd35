import { attr, elementsIn, textIn, type Element, type Parent } from './html-tree.ts'

/**
 * What styles say about the meaning of a text: emphasis, raised and lowered signs, hidden parts.
 * Word processors say it by `style` and by classes of a sheet of their own (Google Docs exports
 * nothing else). Sizes, colours and fonts are not read at all.
 */
export interface Look {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly vertical?: 'superscript' | 'subscript' | 'none'
  readonly isHidden?: boolean
}

export type Looks = (element: Element) => Look

const maxSheet = 300_000
const none: Look = {}

export function looksOf(root: Parent): Looks {
  const byClass = new Map<string, Look>()
  let read = 0
  for (const element of elementsIn(root)) {
    if (element.tagName !== 'style') continue
    const sheet = textIn(element).slice(0, maxSheet - read)
    read += sheet.length
    for (const [, name = '', rules = ''] of sheet.matchAll(/(?<=^|[},;/>\s])(?:span|p)?\.([\w-]{1,60})\s{0,9}\{([^{}]{0,2000})\}/gu)) {
      const look = lookOf(rules)
      if (look !== none) byClass.set(name, { ...byClass.get(name), ...look })
    }
  }
  return (element) => {
    const style = attr(element, 'style')
    const classes = byClass.size === 0 ? null : attr(element, 'class')
    if (style === null && classes === null) return none
    const looks = (classes ?? '').split(/\s+/u).flatMap((name) => byClass.get(name) ?? [])
    return Object.assign({}, ...looks, style === null ? none : lookOf(style))
  }
}

/** The declarations of one rule or `style` attribute. */
function lookOf(rules: string): Look {
  if (rules.length > 4000) return none
  const values = new Map<string, string>()
  for (const rule of rules.split(';')) {
    const colon = rule.indexOf(':')
    if (colon > 0)
      values.set(
        rule.slice(0, colon).trim().toLowerCase(),
        rule
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      )
  }
  const weight = values.get('font-weight')
  const slant = values.get('font-style')
  const line = `${values.get('text-decoration') ?? ''} ${values.get('text-decoration-line') ?? ''}`.trim()
  const vertical = values.get('vertical-align')
  const look: Look = {
    ...(weight !== undefined && { bold: weight.startsWith('bold') || Number.parseInt(weight, 10) >= 600 }),
    ...(slant !== undefined && { italic: slant.startsWith('italic') || slant.startsWith('oblique') }),
    ...(line !== '' && { strike: line.includes('line-through') }),
    ...(vertical !== undefined && {
      vertical: vertical.startsWith('super')
        ? ('superscript' as const)
        : vertical.startsWith('sub')
          ? ('subscript' as const)
          : ('none' as const),
    }),
    ...((values.get('display') === 'none' || values.get('mso-hide') === 'all') && { isHidden: true }),
  }
  return Object.keys(look).length === 0 ? none : look
}
