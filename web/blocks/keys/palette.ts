import { commandNames } from '#shared/reading/key-commands.ts'
import { currentKeys, keyOf } from '../../data/key-settings.ts'
import { pagesFor } from '../../data/menu.ts'
import { currentMe } from '../../data/viewer.ts'
import { openSheet } from '../../ui/sheet.ts'
import '../reading/comfort-styles.ts'
import { keyWord } from './key-words.ts'
import { runCommand } from './run-command.ts'

interface Choice {
  readonly word: string
  /** As typed; `''`: none. */
  readonly key: string
  readonly run: () => void
}

/** `Ctrl+K`: everything that can be done and gone to, found by its words. */
export function openPalette(go: (to: string) => void): void {
  const before = document.activeElement
  const choices = choicesFor(go)
  const field = document.createElement('input')
  field.className = 'input'
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-expanded', 'true')
  field.setAttribute('aria-controls', 'palette-list')
  field.setAttribute('aria-label', 'Find a command')
  field.setAttribute('aria-autocomplete', 'list')
  field.autocomplete = 'off'
  const list = document.createElement('ul')
  list.id = 'palette-list'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Commands')
  const said = Object.assign(document.createElement('p'), { className: 'sr' })
  said.setAttribute('role', 'status')
  const content = document.createElement('div')
  content.append(field, list, said)
  let found: readonly Choice[] = []
  let at = 0
  const mark = () => {
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(index === at))
      if (index === at) option.scrollIntoView({ block: 'nearest' })
    }
    if (found.length === 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `palette-${at}`)
  }
  const draw = () => {
    const words = field.value.toLowerCase().split(/\s+/u)
    found = choices.filter(({ word }) => words.every((part) => word.toLowerCase().includes(part)))
    at = 0
    list.replaceChildren(...found.map((choice, index) => optionOf(choice, index, () => take(choice))))
    said.textContent = found.length === 0 ? 'No matching commands.' : ''
    mark()
  }
  const sheet = openSheet({ title: 'Commands', className: 'commands-sheet', content })
  const take = (choice: Choice) => {
    sheet.close()
    // The command means what had the focus before.
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    choice.run()
  }
  field.addEventListener('input', draw)
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const choice = found[at]
    if (step !== 0 && found.length > 0) at = (at + step + found.length) % found.length
    else if (event.key === 'Enter' && choice !== undefined) take(choice)
    else return
    event.preventDefault()
    mark()
  })
  draw()
  field.focus()
}

function choicesFor(go: (to: string) => void): readonly Choice[] {
  const settings = currentKeys()
  const commands = commandNames.map((name) => ({
    word: keyWord(name),
    key: settings.isOn ? keyOf(settings, name) : '',
    run: () => runCommand(name, go),
  }))
  // A command that leads to a page has its key beside it.
  const pages = pagesFor(currentMe().viewer).filter((page) => commands.every(({ word }) => word !== page.word))
  return [...commands, ...pages.map(({ href, word }) => ({ word, key: '', run: () => go(href) }))]
}

function optionOf({ word, key }: Choice, index: number, run: () => void): HTMLLIElement {
  const option = document.createElement('li')
  option.id = `palette-${index}`
  option.setAttribute('role', 'option')
  option.append(Object.assign(document.createElement('span'), { textContent: word }))
  if (key !== '') option.append(Object.assign(document.createElement('kbd'), { textContent: key }))
  option.addEventListener('click', run)
  return option
}
