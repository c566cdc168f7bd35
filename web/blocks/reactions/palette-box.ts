/**
 * The palette: a search, and under it all there is, as a list or as a grid. By keys: arrows walk,
 * letters search, Enter chooses, Escape closes and the focus is where it was. Made when it is asked
 * for, and gone when it closes.
 */
import type { ReactionKind } from '#shared/reactions/palette.ts'
import { searchPalette } from '#shared/reactions/palette.ts'
import { typoReaction } from '#shared/reactions/rules.ts'
import type { Quote } from '#shared/reactions/schema.ts'
import { partOf } from '#shared/reactions/schema.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { counted } from '../counts.ts'
import { place } from '../float.ts'
import type { Pressed } from './react-press.ts'
import { pressed } from './react-press.ts'
import { typoForm } from './typo-form.ts'
import { knownRows } from './reaction-rows.ts'

/** Kept on this device: it is a matter of the screen, not of the person. */
const layoutKey = 'lyceum:palette'

interface Choosing extends Pick<Pressed, 'kind' | 'id'> {
  /** `null`: the whole. */
  readonly quote: Quote | null
}

/** From the link that leads to the page of reactions where there is no script. */
export function openPalette(opener: HTMLAnchorElement, say: (word: string | null) => void): void {
  const id = new URL(opener.href).searchParams.get('target') ?? ''
  const kind = opener.closest(`[data-comment="${id}"]`) === null ? 'post' : 'comment'
  choose(opener, { kind, id, quote: null }, say)
}

/** @param opener gets the focus back. */
export function choose(opener: HTMLElement, about: Choosing, say: (word: string | null) => void): void {
  document.querySelector<HTMLElement>('.palette')?.hidePopover()
  const box = element('div', 'float palette')
  box.popover = 'auto'
  box.setAttribute('role', 'dialog')
  box.setAttribute('aria-label', about.quote === null ? 'React' : 'React to the selected words')
  const search = element('input', 'input')
  search.type = 'search'
  search.placeholder = 'Search reactions'
  search.setAttribute('aria-label', 'Search reactions')
  const switcher = element('button', 'linkish')
  switcher.type = 'button'
  const head = element('div', 'palette-head')
  head.append(search, switcher)
  const list = element('div', 'palette-list')
  const count = element('p', 'sr')
  count.setAttribute('role', 'status')
  box.append(head, list, count)

  const draw = () => {
    const groups = searchPalette(search.value)
    const mine = new Set(knownRows(about.id).flatMap((one) => (one.mine === 1 ? [one.part] : [])))
    list.replaceChildren(
      ...groups.map(({ name, kinds }) => {
        const group = element('div', 'palette-group')
        group.setAttribute('role', 'group')
        group.setAttribute('aria-label', name)
        const title = element('p', 'palette-name')
        title.textContent = name
        group.append(title, ...kinds.map((kind) => option(kind, mine.has(partOf(kind.name, about.quote)))))
        return group
      }),
    )
    if (groups.length === 0) list.append(Object.assign(element('p', 'soft'), { textContent: 'No matching reactions.' }))
    count.textContent = search.value === '' ? '' : counted(buttons().length, 'reaction')
  }
  const setLayout = (isGrid: boolean) => {
    box.classList.toggle('as-grid', isGrid)
    switcher.textContent = isGrid ? 'List view' : 'Grid view'
    place(box, opener)
  }
  const buttons = () => [...list.querySelectorAll<HTMLButtonElement>('button')]
  const pick = (name: string) => {
    const { quote } = about
    const part = partOf(name, quote)
    const isMine = knownRows(about.id).some((one) => one.part === part && one.mine === 1)
    if (name === typoReaction && quote !== null && !isMine) {
      const form = typoForm(quote, (proposal) => {
        box.hidePopover()
        pressed({ kind: about.kind, id: about.id, part }, 1, quote, proposal ?? undefined).then(say, reportUnlessClosed)
      })
      box.setAttribute('aria-label', 'Suggest a correction')
      box.replaceChildren(form)
      place(box, opener)
      const input = form.querySelector('input')
      // Selecting is not focusing everywhere.
      input?.focus()
      return input?.select()
    }
    box.hidePopover()
    pressed({ kind: about.kind, id: about.id, part }, null, quote).then(say, reportUnlessClosed)
  }
  search.addEventListener('input', () => {
    draw()
    place(box, opener)
  })
  switcher.addEventListener('click', () => {
    const isGrid = !box.classList.contains('as-grid')
    keepLayout(isGrid)
    setLayout(isGrid)
  })
  list.addEventListener('click', ({ target }) => {
    const name = target instanceof Element ? target.closest<HTMLElement>('button[data-name]')?.dataset['name'] : undefined
    if (name !== undefined) pick(name)
  })
  box.addEventListener('keydown', (event) => {
    // The form of a correction stands in its place.
    if (!search.isConnected) return
    if (event.key === 'Enter' && event.target === search) {
      const [only] = buttons()
      event.preventDefault()
      if (only !== undefined && search.value.trim() !== '') pick(only.dataset['name'] ?? '')
      return
    }
    if (event.target !== search && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
      search.focus()
    else walk(event, search, buttons())
  })
  box.addEventListener('toggle', (event) => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'closed') return
    opener.removeAttribute('aria-expanded')
    if (box.contains(document.activeElement) || document.activeElement === document.body) opener.focus({ preventScroll: true })
    box.remove()
  })
  document.body.append(box)
  opener.setAttribute('aria-expanded', 'true')
  draw()
  box.showPopover()
  setLayout(wantsGrid())
  search.focus()
}

function option({ name, sign, label, about }: ReactionKind, isMine: boolean): HTMLButtonElement {
  const button = element('button', 'palette-kind')
  button.type = 'button'
  button.dataset['name'] = name
  button.setAttribute('aria-pressed', String(isMine))
  // A sign that is read as words (+1) is part of what somebody who steers by voice sees on the
  // button.
  const seen = /[\p{L}\p{N}]/u.test(sign) && !label.includes(sign) ? `${sign} ${label}` : label
  button.setAttribute('aria-label', about === undefined ? seen : `${seen}. ${about}`)
  button.title = about === undefined ? label : `${label}: ${about}`
  const drawn = element('span', 'palette-sign')
  drawn.textContent = sign
  const words = element('span', 'palette-words')
  words.textContent = label
  button.append(drawn, ' ', words)
  return button
}

/** Up and down by where things stand, so that it is right in a list and in a grid. */
function walk(event: KeyboardEvent, search: HTMLInputElement, all: readonly HTMLButtonElement[]): void {
  const at = all.findIndex((button) => button === document.activeElement)
  const [first] = all
  if (at < 0) {
    if (event.key !== 'ArrowDown' || first === undefined || event.target !== search) return
    event.preventDefault()
    return first.focus()
  }
  const here = all[at]
  if (here === undefined) return
  const next = {
    ArrowRight: () => all[at + 1],
    ArrowLeft: () => all[at - 1],
    ArrowDown: () => nearest(here, all.slice(at + 1), 1),
    ArrowUp: () => nearest(here, all.slice(0, at).toReversed(), -1) ?? search,
    Home: () => first,
    End: () => all.at(-1),
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  next()?.focus()
}

/** In the next line in that direction, the one that stands closest. */
function nearest(here: HTMLElement, candidates: readonly HTMLButtonElement[], direction: 1 | -1): HTMLButtonElement | undefined {
  const from = here.getBoundingClientRect()
  const beyond = candidates.filter((one) => (one.getBoundingClientRect().top - from.top) * direction > 4)
  const line = beyond[0]?.getBoundingClientRect().top
  return beyond
    .filter((one) => Math.abs(one.getBoundingClientRect().top - (line ?? 0)) < 4)
    .toSorted((a, b) => Math.abs(a.getBoundingClientRect().left - from.left) - Math.abs(b.getBoundingClientRect().left - from.left))[0]
}

function wantsGrid(): boolean {
  try {
    return localStorage.getItem(layoutKey) === 'grid'
  } catch {
    return false // Storage is closed to this page: the list it is.
  }
}

function keepLayout(isGrid: boolean): void {
  try {
    localStorage.setItem(layoutKey, isGrid ? 'grid' : 'list')
  } catch {
    // It holds until the palette closes.
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  return made
}
