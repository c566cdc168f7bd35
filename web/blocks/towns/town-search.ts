/**
 * The field of a town while one types (the combobox pattern of the ARIA Authoring Practices). The
 * last question alone counts. What it finds it says to `show`; the focus stays in the field.
 */
import type { Town } from '#shared/local-groups/towns.ts'
import { townLimits, townWords } from '#shared/local-groups/towns.ts'
import { counted } from '../counts.ts'
import { askTowns } from './ask-towns.ts'
import { putTown } from './form-place.ts'

export interface ShownTowns {
  readonly towns: readonly Town[]
  /** Which of them the keys are at; -1: none. */
  readonly active: number
  readonly word: string
}

export interface TownSearch {
  /** @returns what ends it. */
  follow(show: (shown: ShownTowns) => void): () => void
  choose(town: Town): void
  /** What is typed there has nothing more to say: the server does not look it up. */
  settle(): void
}

export const noTowns: ShownTowns = { towns: [], active: -1, word: '' }

/** Between keys of somebody who types at ease. */
const pauseMs = 120

export function townSearch(id: string, field: HTMLInputElement): TownSearch {
  let show: (shown: ShownTowns) => void = () => undefined
  let shown = noTowns
  let asking: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function put(next: ShownTowns): void {
    shown = next
    field.setAttribute('aria-expanded', String(next.towns.length > 0))
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
    put({ ...shown, word: 'Searching…' })
    const found = await askTowns(typed, mine.signal)
    if (mine.signal.aborted) return
    if (typeof found === 'string') put({ ...noTowns, word: found })
    else put({ towns: found, active: -1, word: found.length === 0 ? 'No town of that name was found.' : counted(found.length, 'town') })
  }

  const onInput = (): void => {
    giveUp()
    field.setAttribute('name', 'town')
    const typed = field.value.trim()
    if ([...typed].length < townLimits.fewest) return put(noTowns)
    timer = setTimeout(() => {
      find(typed).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'AbortError')) reportError(error)
      })
    }, pauseMs)
  }

  const onKey = (event: KeyboardEvent): void => {
    const { towns, active } = shown
    if (event.isComposing || towns.length === 0) return
    if (event.key === 'Escape') put(noTowns)
    else if (event.key === 'ArrowDown') put({ ...shown, active: active + 1 >= towns.length ? -1 : active + 1 })
    else if (event.key === 'ArrowUp') put({ ...shown, active: active < 0 ? towns.length - 1 : active - 1 })
    else if (event.key === 'Enter') {
      const chosen = towns[Math.max(active, 0)]
      if (chosen !== undefined) search.choose(chosen)
    } else return
    event.preventDefault()
  }

  const onBlur = (): void => {
    giveUp()
    put({ ...noTowns, word: shown.towns.length > 0 ? '' : shown.word })
  }

  const search: TownSearch = {
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
    choose(town) {
      giveUp()
      field.value = townWords(town)
      search.settle()
      if (field.form !== null) putTown(field.form, town)
      put({ ...noTowns, word: `Coordinates are set to those of ${townWords(town)}.` })
    },
    settle: () => field.removeAttribute('name'),
  }
  return search
}
