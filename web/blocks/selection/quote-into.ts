import { keptAt, putBack } from '../../data/saved-text.ts'
import { writeField } from '../../data/write-field.ts'

/**
 * Opens the form that answers an article (`null`: that of the post) and puts the words in as a
 * block quote, below what is written there already.
 */
export function quoteInto(article: Element | null, words: string): void {
  const quoted = `${words
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n>\n')}\n\n`
  const find = () =>
    (article === null ? document.getElementById('new-comment') : article.querySelector('.c-place'))?.querySelector('textarea') ?? null
  const open = find()
  if (open !== null) return putBelow(open, quoted)
  const opener = article?.querySelector<HTMLElement>('.c-reply')
  if (!opener) return
  // The form comes with React's next drawing.
  const watch = new MutationObserver(() => {
    const field = find()
    if (field === null) return
    watch.disconnect()
    requestAnimationFrame(() => putBelow(field, quoted))
  })
  watch.observe(article ?? document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), 5_000)
  opener.click()
}

/** What was kept for this place is put back first: the quote alone would be kept in its stead. */
function putBelow(field: HTMLTextAreaElement, quoted: string): void {
  const { form } = field
  const place = form?.dataset['keep']
  const back = async () => {
    if (form !== null && place !== undefined) putBack(form, await keptAt(place))
  }
  void back().then(() => put(field, quoted))
}

function put(field: HTMLTextAreaElement, quoted: string): void {
  const before = field.value.trimEnd()
  writeField(field, before === '' ? quoted : `${before}\n\n${quoted}`)
  // The form keeps its draft, and grows, as if it had been typed.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  field.scrollIntoView({ block: 'center' })
}
