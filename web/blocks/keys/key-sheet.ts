import { links } from '#shared/links.ts'
import { isKeyCommand } from '#shared/reading/key-commands.ts'
import { currentKeys, keyOf } from '../../data/key-settings.ts'
import { openSheet } from '../../ui/sheet.ts'
import '../reading/comfort-styles.ts'
import { keyGroups } from './key-words.ts'

/** What `?` shows: every command with its key, as this reader has them. */
export function openKeySheet(): void {
  const content = document.createElement('div')
  content.className = 'key-groups'
  const settings = currentKeys()
  for (const { title, words } of keyGroups) {
    const group = document.createElement('section')
    const heading = Object.assign(document.createElement('h3'), { textContent: title })
    const list = document.createElement('dl')
    for (const [command, word] of Object.entries(words)) {
      if (!isKeyCommand(command)) continue
      const line = document.createElement('div')
      const key = keyOf(settings, command)
      const keys = document.createElement('dt')
      if (key === '') keys.append(Object.assign(document.createElement('span'), { className: 'soft', textContent: 'none' }))
      for (const [at, sign] of key === '' ? [] : key.split(' ').entries())
        keys.append(...(at === 0 ? [] : [' then ']), Object.assign(document.createElement('kbd'), { textContent: sign }))
      line.append(keys, Object.assign(document.createElement('dd'), { textContent: word }))
      list.append(line)
    }
    group.append(heading, list)
    content.append(group)
  }
  const last = document.createElement('p')
  last.className = 'meta soft key-more'
  const link = Object.assign(document.createElement('a'), {
    href: `${links.settings()}#keys`,
    textContent: 'Change or turn off shortcuts',
  })
  const all = Object.assign(document.createElement('kbd'), { textContent: 'Ctrl+K' })
  last.append('Disabled while typing. ', all, ' finds any command. ', link)
  content.append(last)
  openSheet({ title: 'Keyboard shortcuts', className: 'key-sheet', content })
}
