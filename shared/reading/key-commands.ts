/**
 * What can be done by a key, each with the keys it has from the start (expectations 5). A reader
 * may give it another, or none.
 */
export const keyCommands = {
  help: '?',
  search: '/',
  next: 'j',
  previous: 'k',
  nextNew: 'n',
  previousNew: 'p',
  open: 'o',
  up: 'u',
  collapse: 'h',
  expand: 'l',
  reply: 'r',
  edit: 'e',
  vote: 'v',
  save: 'b',
  markRead: 'm',
  more: '.',
  contents: 't',
  notes: 'f',
  listen: 's',
  newPost: 'c',
  larger: '+',
  smaller: '-',
  plainSize: '0',
  theme: 'D',
  goHome: 'g h',
  goDrafts: 'g d',
  goInbox: 'g i',
  goSaved: 'g s',
  goProfile: 'g p',
} as const satisfies Readonly<Record<string, string>>

export type KeyCommand = keyof typeof keyCommands

export const commandNames = Object.keys(keyCommands) as readonly KeyCommand[] // keys of a constant

export const isKeyCommand = (name: string): name is KeyCommand => Object.hasOwn(keyCommands, name)

/**
 * One sign, or `g` and one sign after it; empty: none. Never a space or a key with a name, which
 * are the browser's and a screen reader's.
 */
export const isKeyChoice = (value: string): boolean => value === '' || /^(?:g )?[^\s\p{C}]$/u.test(value)
