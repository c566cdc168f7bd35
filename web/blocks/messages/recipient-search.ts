/**
 * The field of recipients while one types (the combobox pattern of the ARIA Authoring Practices).
 * Searched for is what stands after the last comma; the last question alone counts. The members of
 * this device are there at once and without a network, those of the site come after them.
 */
import { members } from '#shared/accounts/schema.ts'
import type { Member } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import type { QuickResults } from '#shared/search/search.ts'
import { bare } from '#shared/wiki/name-rank.ts'
import { ask } from '../../data/connection.ts'
import { currentDevice } from '../../data/device/current.ts'
import { counted } from '../counts.ts'

export interface Recipient {
  readonly name: string
  readonly slug: string
}

export interface ShownRecipients {
  readonly people: readonly Recipient[]
  /** Which of them the keys are at; -1: none. */
  readonly active: number
  readonly word: string
}

export interface RecipientSearch {
  /** @returns what ends it. */
  follow(show: (shown: ShownRecipients) => void): () => void
  choose(person: Recipient): void
}

export const noRecipients: ShownRecipients = { people: [], active: -1, word: '' }

/** Between keys of somebody who types at ease. */
const pauseMs = 120
const maxShown = 8
const maxRead = 2_000

export function recipientSearch(id: string, field: HTMLInputElement): RecipientSearch {
  let show: (shown: ShownRecipients) => void = () => undefined
  let shown = noRecipients
  let asking: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function put(next: ShownRecipients): void {
    shown = next
    field.setAttribute('aria-expanded', String(next.people.length > 0))
    if (next.active < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `${id}-option-${next.active}`)
    show(next)
  }

  function giveUp(): void {
    clearTimeout(timer)
    asking?.abort()
    asking = null
  }

  async function find(typed: string): Promise<void> {
    const mine = (asking = new AbortController())
    const known = await localRecipients(typed)
    if (mine.signal.aborted) return
    const named = new Set(namesIn(field.value).slice(0, -1).map((name) => name.toLowerCase())) // oxfmt-ignore
    const offered = (people: readonly Recipient[]) => people.filter(({ slug }) => !named.has(slug.toLowerCase())).slice(0, maxShown)
    const first = offered(known)
    if (first.length > 0) put({ people: first, active: -1, word: counted(first.length, 'member') })
    const found = await remoteRecipients(typed, mine.signal)
    if (mine.signal.aborted) return
    const { active } = shown
    const people = offered(found === null ? known : joined(known, found))
    const none = found === null ? 'Members can’t be searched right now. Enter their usernames.' : 'No member of that name was found.'
    put({ people, active: active < people.length ? active : -1, word: people.length === 0 ? none : counted(people.length, 'member') })
  }

  const onInput = (): void => {
    giveUp()
    const typed = (namesIn(field.value).at(-1) ?? '').replace(/^@/u, '')
    // A profile's address is nobody's name.
    if (typed === '' || typed.includes('/')) return put(noRecipients)
    timer = setTimeout(() => {
      find(typed).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'AbortError')) reportError(error)
      })
    }, pauseMs)
  }

  const onKey = (event: KeyboardEvent): void => {
    const { people, active } = shown
    if (event.isComposing || people.length === 0) return
    if (event.key === 'Escape') put(noRecipients)
    else if (event.key === 'ArrowDown') put({ ...shown, active: active + 1 >= people.length ? -1 : active + 1 })
    else if (event.key === 'ArrowUp') put({ ...shown, active: active < 0 ? people.length - 1 : active - 1 })
    else if (event.key === 'Enter' && active >= 0) {
      const chosen = people[active]
      if (chosen !== undefined) search.choose(chosen)
    } else return
    event.preventDefault()
  }

  const onBlur = (): void => {
    giveUp()
    put(noRecipients)
  }

  const search: RecipientSearch = {
    follow(show_) {
      show = show_
      for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': `${id}-list` }))
        field.setAttribute(name, value)
      field.setAttribute('aria-expanded', 'false')
      field.addEventListener('input', onInput)
      field.addEventListener('keydown', onKey)
      field.addEventListener('blur', onBlur)
      // Typed before this was here.
      if (document.activeElement === field && field.value !== field.defaultValue) onInput()
      return () => {
        giveUp()
        field.removeEventListener('input', onInput)
        field.removeEventListener('keydown', onKey)
        field.removeEventListener('blur', onBlur)
      }
    },
    choose({ name, slug }) {
      const before = namesIn(field.value).slice(0, -1)
      field.value = [...before, slug, ''].join(', ')
      // As if it was typed: what is typed is kept.
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      giveUp()
      put({ ...noRecipients, word: `${name} was added.` })
    },
  }
  return search
}

/** The last is the one that is being typed, and may be empty. */
const namesIn = (typed: string): readonly string[] => typed.split(/[,\n]/u).map((name) => name.trim())

/** Those whom this device has met, without a network. */
async function localRecipients(typed: string): Promise<readonly Recipient[]> {
  const device = currentDevice.get()
  if (device === null) return []
  const newest = defineQuery<Member>({ table: members, index: ['joinedAt'], equals: [], order: 'descending', limit: maxRead })
  const wanted = bare(typed)
  return (await device.read.list(newest))
    .filter(({ id, isDeactivated, displayName, userName }) => {
      if (isDeactivated || id === device.account) return false
      return ` ${bare(displayName)}`.includes(` ${wanted}`) || bare(userName).startsWith(wanted)
    })
    .map(({ displayName, slug }) => ({ name: displayName, slug }))
}

/** Those of the site; `null`: it could not be asked. */
async function remoteRecipients(typed: string, signal: AbortSignal): Promise<readonly Recipient[] | null> {
  try {
    const response = await ask(links.searchQuick(typed, 'users'), { signal, headers: { accept: 'application/json' } })
    if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) return null
    const { hits } = (await response.json()) as QuickResults // this site's own server, of this build
    const own = currentDevice.get()?.account
    return hits.flatMap((hit) => {
      const slug = /^\/users\/([^/?#]+)/u.exec(hit.href)?.[1]
      if (hit.kind !== 'users' || slug === undefined || hit.id === own) return []
      return [{ name: hit.name.map(({ text }) => text).join(''), slug: decodeURIComponent(slug) }]
    })
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error
    return null
  }
}

function joined(first: readonly Recipient[], more: readonly Recipient[]): readonly Recipient[] {
  const known = new Set(first.map(({ slug }) => slug))
  return [...first, ...more.filter(({ slug }) => !known.has(slug))]
}
