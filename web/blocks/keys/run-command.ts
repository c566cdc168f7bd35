import type { KeyCommand } from '#shared/reading/key-commands.ts'
import { links } from '#shared/links.ts'
import { defaultLook, lookChoices } from '#shared/reading/look.ts'
import { currentLook, setLook } from '../../data/look.ts'
import { currentMe } from '../../data/viewer.ts'
import { jumpToNew } from '../comments/jump.ts'
import { currentItem, fold, move, openItem, partOf, toParent } from './items.ts'

/** Does what a key stands for, where it means something; elsewhere nothing. */
export function runCommand(command: KeyCommand, go: (to: string) => void): void {
  // What the comment at hand has not, the post may have.
  const press = (selector: string): void => (partOf(currentItem(), selector) ?? partOf(null, selector))?.click()
  const toMine = (address: string): void => go(currentMe().viewer.kind === 'visitor' ? links.login({ returnTo: address }) : address)
  switch (command) {
    case 'next':
      return move(1)
    case 'previous':
      return move(-1)
    case 'nextNew':
      return void jumpToNew(1)
    case 'previousNew':
      return void jumpToNew(-1)
    case 'open':
      return openItem()
    case 'up':
      return toParent(() => go(links.front()))
    case 'collapse':
      return fold(false)
    case 'expand':
      return fold(true)
    case 'reply':
      return reply()
    case 'edit':
      return void edit(go)
    case 'vote':
      return (partOf(currentItem(), '.v') ?? partOf(null, '.matter .v'))?.focus()
    case 'save':
      return press('.row-save, .save-word, .matter-acts [aria-pressed]')
    case 'markRead':
      return document.querySelector<HTMLElement>('[data-mark-read]')?.click()
    case 'more':
      return press('.c-more, .post-menu > summary')
    case 'contents':
      return void import('../contents/open-contents.ts').then(({ openContents }) => openContents())
    case 'notes':
      return void import('../footnotes/next-note.ts').then(({ nextNote }) => nextNote())
    case 'listen':
      return document.querySelector<HTMLElement>('.listen-toggle, .listen-word')?.click()
    case 'search':
      return toSearch(go)
    case 'newPost':
      return toMine(links.newPost())
    case 'larger':
      return resize(1)
    case 'smaller':
      return resize(-1)
    case 'plainSize':
      return setLook({ size: defaultLook.size })
    case 'theme':
      return setLook({ theme: isDark() ? 'light' : 'dark' })
    case 'goHome':
      return go(links.front())
    case 'goDrafts':
      return toMine(links.drafts())
    case 'goInbox':
      return toMine(links.notices())
    case 'goSaved':
      return go(links.bookmarks())
    case 'goProfile':
      return toMine(currentMe().slug === null ? links.account() : links.user(currentMe().slug ?? ''))
    case 'help':
      return void import('./key-sheet.ts').then(({ openKeySheet }) => openKeySheet())
  }
}

function reply(): void {
  const item = currentItem()
  const word = item === null ? null : partOf(item, '.c-reply')
  if (word !== null) return word.click()
  const field = document.querySelector<HTMLElement>('#new-comment textarea, #new-comment [contenteditable]')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/**
 * A comment's own menu says whether it may be changed; of a post the byline does. A page of the
 * wiki has a way to its editor for everybody.
 */
async function edit(go: (to: string) => void): Promise<void> {
  const item = currentItem()
  if (item?.matches('article.c') !== true) {
    const link = document.querySelector<HTMLAnchorElement>('.byline a[href^="/editPost"], .tabs-end[href*="/edit"]')
    return link === null ? undefined : go(`${link.pathname}${link.search}`)
  }
  const opener = partOf(item, '.c-more')
  opener?.click()
  // The menu is fetched with its first opening.
  for (let tries = 0; tries < 40; tries += 1) {
    const word = [...document.querySelectorAll<HTMLElement>('.c-menu button')].find(({ textContent }) => textContent === 'Edit')
    if (word !== undefined) return word.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function toSearch(go: (to: string) => void): void {
  const field = [...document.querySelectorAll<HTMLElement>('[role="search"] input, input[type="search"]')].find((one) =>
    one.checkVisibility(),
  )
  if (field === undefined) go(links.search())
  else field.focus()
}

function resize(step: 1 | -1): void {
  const sizes = lookChoices.size
  const at = sizes.indexOf(currentLook().size) + step
  const size = sizes[Math.min(sizes.length - 1, Math.max(0, at))]
  if (size !== undefined) setLook({ size })
}

function isDark(): boolean {
  const { theme } = currentLook()
  return theme === 'dark' || ((theme === 'system' || theme === 'contrast') && matchMedia('(prefers-color-scheme: dark)').matches)
}
