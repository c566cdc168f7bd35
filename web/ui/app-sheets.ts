import discussion from './styles/discussion.css?url'
import essay from './styles/essay.css?url'
import foot from './styles/foot.css?url'
import letters from './styles/letters.css?url'
import lists from './styles/lists.css?url'
import more from './styles/more.css?url'
import print from './styles/print.css?url'
import rare from './styles/rare.css?url'

/**
 * Brings the style sheets that this document has not named (web/app/style-sheets.ts): the app draws
 * every page. Resolves once they are there, or cannot be had.
 */
export async function bringSheets(): Promise<void> {
  await Promise.all([essay, lists, foot, discussion, rare, letters, more, print].map(bringSheet))
}

function bringSheet(href: string): Promise<void> {
  const named = [...document.head.querySelectorAll<HTMLLinkElement>(':scope > link[rel="stylesheet"]')]
  // One in the body goes with the page that named it (`SheetHere`).
  if (named.some((link) => link.getAttribute('href') === href)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => resolve()
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done }))
  })
}
