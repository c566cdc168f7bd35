import { termBodyKey } from './term-key.ts'

/** What the list says of a term, once more. */
export function cardOf(id: string): Node | null {
  const entry = document.getElementById(termBodyKey(id))
  const meaning = entry?.querySelector('dd')
  if (!entry || !meaning) return null
  const card = document.createDocumentFragment()
  const title = Object.assign(document.createElement('p'), { className: 'card-title', textContent: entry.dataset['term'] ?? '' })
  title.dir = 'auto'
  card.append(title, ...[...meaning.childNodes].map((node) => node.cloneNode(true)))
  for (const named of card.querySelectorAll('[id]')) named.removeAttribute('id')
  return card
}
