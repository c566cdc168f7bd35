/**
 * What a search field shows while one types: the first hits of each kind, and the way to all of
 * them (the combobox pattern of the ARIA Authoring Practices, list autocomplete with manual
 * selection). The last question alone counts; an older answer is never shown. Fetched with the
 * first focus of a search field.
 */
import { links } from '#shared/links.ts'
import type { Hit } from '#shared/search/results.ts'
import { place } from '../float.ts'
import { optionOf, titleOfKind } from './options.ts'
import './search-box-styles.ts'
import type { Quick } from './quick-hits.ts'
import { quickSearch } from './quick-hits.ts'

/** Between keys of somebody who types at ease; the first key of a word is answered at once. */
const pauseMs = 80

export function followTyping(field: HTMLInputElement, go: (to: string) => void): void {
  if (field.getAttribute('role') === 'combobox') return
  const list = document.createElement('div')
  list.id = `${field.id}-found`
  list.className = 'find-list'
  list.popover = 'manual'
  const found = Object.assign(document.createElement('div'), { id: `${field.id}-list` })
  found.setAttribute('role', 'listbox')
  found.setAttribute('aria-label', 'Search results')
  const word = Object.assign(document.createElement('p'), { className: 'find-word' })
  const said = Object.assign(document.createElement('p'), { className: 'sr' })
  said.setAttribute('role', 'status')
  list.append(word, found)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': found.id,
    'aria-expanded': 'false',
  }))
    field.setAttribute(name, value)

  let asking: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAt = -Infinity
  let active = -1
  const quickHits = quickSearch()

  const options = (): readonly HTMLElement[] => [...found.querySelectorAll<HTMLElement>('[role="option"]')]

  function close(): void {
    clearTimeout(timer)
    asking?.abort()
    asking = null
    choose(-1)
    if (list.isConnected) list.remove()
    said.remove()
    field.setAttribute('aria-expanded', 'false')
    removeEventListener('scroll', keepPlace)
    removeEventListener('resize', keepPlace)
  }

  function keepPlace(): void {
    list.style.minWidth = `${field.offsetWidth}px`
    place(list, field)
  }

  function open(): void {
    if (!list.isConnected) {
      // In the field's own form, so that the Tab key goes on from here, and a focus in the list is
      // still in the search.
      field.form?.append(list, said)
      list.showPopover()
      addEventListener('scroll', keepPlace, { passive: true })
      addEventListener('resize', keepPlace)
    }
    keepPlace()
    field.setAttribute('aria-expanded', 'true')
  }

  function choose(at: number): void {
    const all = options()
    active = all.length === 0 ? -1 : at
    for (const [n, option] of all.entries()) option.setAttribute('aria-selected', String(n === active))
    const chosen = all[active]
    if (chosen === undefined) field.removeAttribute('aria-activedescendant')
    else {
      field.setAttribute('aria-activedescendant', chosen.id)
      chosen.scrollIntoView({ block: 'nearest' })
    }
  }

  function show(typed: string, { hits, where }: Quick): void {
    const all = optionOf(`${found.id}-all`, links.search({ query: typed }), [`See all results for “${typed}”`])
    const kinds = [...new Set(hits.map(({ kind }) => kind))]
    const groups = kinds.map((kind) => {
      const group = document.createElement('div')
      group.setAttribute('role', 'group')
      group.setAttribute('aria-label', titleOfKind(kind))
      const title = Object.assign(document.createElement('p'), { className: 'find-kind', textContent: titleOfKind(kind) })
      title.setAttribute('aria-hidden', 'true')
      group.append(title, ...hits.filter((hit) => hit.kind === kind).map((hit: Hit) => optionOf(`${found.id}-${hit.id}`, hit.href, hit)))
      return group
    })
    word.textContent = where === 'here' ? 'Searching this device only.' : where === 'nowhere' ? 'Search is unavailable right now.' : ''
    found.replaceChildren(...groups, all)
    active = -1
    field.removeAttribute('aria-activedescendant')
    open()
    const count = hits.length
    said.textContent =
      `${word.textContent} ${count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}.`}`.trim()
  }

  async function ask(): Promise<void> {
    const typed = field.value.trim()
    if (typed === '') return close()
    asking?.abort()
    const mine = (asking = new AbortController())
    askedAt = performance.now()
    const quick = await quickHits(typed, mine.signal)
    if (mine.signal.aborted || document.activeElement !== field || field.value.trim() !== typed) return
    show(typed, quick)
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    asking?.abort()
    if (field.value.trim() === '') return close()
    const rest = Math.min(pauseMs, askedAt + 2 * pauseMs - performance.now())
    timer = setTimeout(() => void ask().catch(reportError), Math.max(0, rest))
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const count = options().length
    if (event.key === 'Escape' && list.isConnected) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey && !event.shiftKey) {
      if (!list.isConnected) {
        if (field.value.trim() !== '') void ask().catch(reportError)
        return
      }
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // Beyond either end one is back in the field.
      choose(active + step >= count ? -1 : active + step < -1 ? count - 1 : active + step)
    } else if (event.key === 'Enter') {
      const chosen = options()[active]
      if (!(chosen instanceof HTMLAnchorElement)) return
      event.preventDefault()
      const { pathname, search, hash } = chosen
      close()
      field.blur()
      go(`${pathname}${search}${hash}`)
    }
  })
  field.form?.addEventListener('submit', close)
  field.form?.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || field.form?.contains(relatedTarget) !== true) close()
  })
  // A press in the list must not take the focus from the field before it has become a click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (isPlain) queueMicrotask(() => (close(), field.blur()))
  })
  if (document.activeElement === field && field.value !== field.defaultValue) void ask().catch(reportError)
}
