/**
 * Words that are looked for together, a group a line; a term may be several words. No term stands
 * in two groups. Lower case, as `fold` leaves words.
 */
const groups: readonly (readonly string[])[] = [
  ['ai', 'artificial intelligence'],
  ['agi', 'artificial general intelligence'],
  ['ml', 'machine learning'],
  ['llm', 'large language model', 'language model'],
  ['rct', 'randomized controlled trial', 'randomised controlled trial'],
  ['faq', 'frequently asked questions'],
  ['eq', 'emotional intelligence'],
  ['q a', 'questions and answers'],
  ['usa', 'united states'],
  ['uk', 'united kingdom'],
  ['colour', 'color'],
  ['behaviour', 'behavior'],
  ['favour', 'favor'],
  ['honour', 'honor'],
  ['neighbour', 'neighbor'],
  ['centre', 'center'],
  ['organisation', 'organization'],
  ['rationalisation', 'rationalization'],
  ['optimisation', 'optimization'],
  ['grey', 'gray'],
]

const groupByTerm = new Map(groups.flatMap((group) => group.map((term) => [term, group] as const)))

/** What else is meant by it; each as its words. */
export function synonymsOf(term: string): readonly (readonly string[])[] {
  return (groupByTerm.get(term) ?? []).filter((other) => other !== term).map((other) => other.split(' '))
}
