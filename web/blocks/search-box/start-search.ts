import { links } from '#shared/links.ts'

/**
 * Search fields come alive: what is typed is answered while one types (fetched with the first
 * focus), and a search does not load the whole page.
 */
export function startSearch(go: (to: string) => void): void {
  const wake = (field: EventTarget | null): void => {
    if (!(field instanceof HTMLInputElement) || field.closest('form.find') === null || field.type !== 'search') return
    // Without it the form does all it does.
    void import('./typing-list.ts').then(({ followTyping }) => followTyping(field, go)).catch(() => undefined)
  }
  document.addEventListener('focusin', ({ target }) => wake(target))
  wake(document.activeElement)
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !isSearch(form)) return
    event.preventDefault()
    const said = new Map<string, string>()
    // Several values of one name are one, with commas, as links write them.
    for (const [name, value] of new FormData(form)) {
      const before = said.get(name)
      if (typeof value === 'string' && value.trim() !== '') said.set(name, before === undefined ? value : `${before},${value}`)
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    go(links.search(Object.fromEntries(said)))
  })
}

/** By the attribute: where a field is called `action`, the property is that field. */
function isSearch(form: HTMLFormElement): boolean {
  return URL.parse(form.getAttribute('action') ?? '', location.href)?.pathname === links.search()
}
