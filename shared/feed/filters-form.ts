import { filtersText, isFilterMode, parseFilters } from './filters.ts'

/** Fields that a form of filters may have: `key0` with `mode0` or `points0`, `key1` with … */
const fieldName = /^(?:key|mode|points)\d{1,2}$/u

/** The filters that a form says. `null`: a field that it does not have, or no mode. */
export function filtersInForm(fields: Readonly<Record<string, string>>): string | null {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'from') continue
    if (!fieldName.test(name)) return null
    const n = /^key(\d+)$/u.exec(name)?.[1]
    if (n === undefined || value.trim() === '') continue
    const points = (fields[`points${n}`] ?? '').trim().replace('−', '-')
    const mode = points === '' ? (fields[`mode${n}`] ?? '') : points
    if (mode === 'remove') continue
    if (!isFilterMode(mode)) return null
    pairs.push(`${value.replaceAll(/[~,]/gu, ' ')}~${mode}`)
  }
  return filtersText(parseFilters(pairs.join(',')))
}
