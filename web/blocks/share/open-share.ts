import '../reading/comfort-styles.ts'
import { openSheet } from '../../ui/sheet.ts'
import { shareWays } from './share-words.ts'

interface Shared {
  readonly title: string
  /** The whole address. */
  readonly address: string
  /** What stands above it. */
  readonly heading?: string
  /** Nobody asked for it: it is in nobody's way. */
  readonly isAside?: boolean
}

/** The sheet with a post's address and the ways to pass it on. */
export function openShare({ title, address, heading = 'Share', isAside = false }: Shared): void {
  const content = document.createElement('div')
  content.className = 'share-ways'
  const field = document.createElement('input')
  field.className = 'input'
  field.readOnly = true
  field.value = address
  field.dir = 'ltr'
  field.setAttribute('aria-label', 'Post URL')
  field.addEventListener('focus', () => field.select())
  const said = document.createElement('span')
  said.className = 'sr'
  said.setAttribute('role', 'status')
  const copy = button('Copy link', () => {
    navigator.clipboard.writeText(address).then(
      () => {
        said.textContent = copy.textContent = 'Link copied'
      },
      // Not allowed here: then by hand.
      () => field.focus(),
    )
  })
  const acts = document.createElement('p')
  acts.className = 'acts'
  const markdown = button('Copy as Markdown', () => {
    copyMarkdown(address).then(
      () => {
        said.textContent = markdown.textContent = 'Markdown copied'
      },
      () => {
        said.textContent = markdown.textContent = 'Couldn’t copy the text'
      },
    )
  })
  acts.append(copy, markdown)
  if (typeof navigator.share === 'function')
    // Given up is no fault.
    acts.append(button('Other apps…', () => void navigator.share({ title, url: address }).catch(() => undefined)))
  for (const { name, href } of shareWays(title, address)) {
    const link = Object.assign(document.createElement('a'), { href, className: 'btn quiet', textContent: name })
    if (href.startsWith('https:')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
    acts.append(link)
  }
  content.append(field, acts, said)
  openSheet({ title: heading, className: 'share-sheet', content, isAside })
}

/**
 * The whole text, as the site says it to programs. Safari copies after a request only what it was
 * promised within the press.
 */
async function copyMarkdown(address: string): Promise<void> {
  const path = new URL(address).pathname
  const text = fetch(`${path}?format=markdown`, { headers: { accept: 'text/markdown' } }).then((response) => {
    if (!response.ok) throw new Error(`Markdown of the page: ${response.status}`)
    return response.blob()
  })
  const plain = text.then((blob) => new Blob([blob], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain })])
}

function button(words: string, onClick: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', className: 'btn', textContent: words })
  made.addEventListener('click', onClick)
  return made
}
