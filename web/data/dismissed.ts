/**
 * What this reader has sent away from the top of lists, on this device. The inline script
 * (web/app/late-start.inline.js) puts the names on `<html data-gone>` before the first paint, so
 * that nothing moves for it; styles say what each of them hides.
 */
type Dismissible = 'spotlight' | 'welcome'

const key = 'gone'

/** From the next page on. */
export function dismiss(name: Dismissible): void {
  keep([...kept().filter((one) => one !== name), name])
}

/** At once as well. */
export function dismissHere(name: Dismissible): void {
  dismiss(name)
  show([...shownAsGone().filter((one) => one !== name), name])
}

/** From the next page on. */
export function takeBack(name: Dismissible): void {
  if (kept().includes(name)) keep(kept().filter((one) => one !== name))
}

/** On this page, whatever the next ones do. */
export function takeBackHere(name: Dismissible): void {
  show(shownAsGone().filter((one) => one !== name))
}

export const isGoneHere = (name: Dismissible): boolean => shownAsGone().includes(name)

const wordsIn = (text: string | null | undefined): readonly string[] => (text ?? '').match(/[a-z]+/gu) ?? []
const shownAsGone = (): readonly string[] => wordsIn(document.documentElement.dataset['gone'])

function show(names: readonly string[]): void {
  document.documentElement.dataset['gone'] = names.join(' ')
}

function kept(): readonly string[] {
  try {
    return wordsIn(localStorage.getItem(key))
  } catch {
    return [] // Storage is closed to this page.
  }
}

function keep(names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, names.join(' '))
  } catch {
    // Storage is full or forbidden: it is gone until the page is left.
  }
}
