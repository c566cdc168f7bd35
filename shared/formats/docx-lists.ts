/**
 * Which numbered lists of a Word document begin or go on with another number than the one that they
 * get here.
 */

interface Numbers {
  readonly isNumbered: boolean
  readonly start: number
}

/** @returns how many runs of items would be numbered otherwise in Word. */
export function listsRenumbered(document: string, numbering: string): number {
  const known = numbersOf(numbering)
  const begun = new Set<string>()
  let open: string | null = null
  let count = 0
  for (const paragraph of document.split('</w:p>')) {
    const properties = /<w:numPr>([\s\S]*?)<\/w:numPr>/u.exec(paragraph)?.[1] ?? ''
    const id = /<w:numId\s[^>]*w:val="(\d+)"/u.exec(properties)?.[1]
    const level = /<w:ilvl\s[^>]*w:val="(\d+)"/u.exec(properties)?.[1] ?? '0'
    // Deeper ones stand within an item.
    if (id !== undefined && id !== '0' && level !== '0') continue
    const next = id === undefined || id === '0' ? null : id
    if (next !== null && next !== open) {
      const { isNumbered = false, start = 1 } = known.get(next) ?? {}
      if (isNumbered && (start !== 1 || begun.has(next))) count += 1
      begun.add(next)
    }
    open = next
  }
  return count
}

/** Of each list, how its outermost items are numbered. */
function numbersOf(numbering: string): ReadonlyMap<string, Numbers> {
  const abstract = new Map<string, Numbers>()
  for (const [whole, id = ''] of numbering.matchAll(/<w:abstractNum\s[^>]*w:abstractNumId="(\d+)"[\s\S]*?<\/w:abstractNum>/gu)) {
    const level = /<w:lvl\s[^>]*w:ilvl="0"[\s\S]*?<\/w:lvl>/u.exec(whole)?.[0] ?? ''
    const format = /<w:numFmt\s[^>]*w:val="(\w+)"/u.exec(level)?.[1] ?? 'decimal'
    abstract.set(id, { isNumbered: format !== 'bullet' && format !== 'none', start: startIn(level, 'start') ?? 1 })
  }
  const found = new Map<string, Numbers>()
  for (const [whole, id = ''] of numbering.matchAll(/<w:num\s[^>]*w:numId="(\d+)"[\s\S]*?<\/w:num>/gu)) {
    const numbers = abstract.get(/<w:abstractNumId\s[^>]*w:val="(\d+)"/u.exec(whole)?.[1] ?? '')
    const level = /<w:lvlOverride\s[^>]*w:ilvl="0"[\s\S]*?<\/w:lvlOverride>/u.exec(whole)?.[0] ?? ''
    if (numbers !== undefined) found.set(id, { ...numbers, start: startIn(level, 'startOverride') ?? numbers.start })
  }
  return found
}

function startIn(xml: string, name: 'start' | 'startOverride'): number | null {
  const value = new RegExp(`<w:${name}\\s[^>]*w:val="(\\d+)"`, 'u').exec(xml)?.[1]
  return value === undefined ? null : Number(value)
}
