import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { DocumentEnd, DocumentLink, DocumentStatus } from '../../../data/documents/documents-api.ts'

interface Facts {
  readonly status: DocumentStatus
  readonly link: DocumentLink
  readonly ended: DocumentEnd | null
  readonly isReadOnly: boolean
  /** A new sheet before its first key: there is nothing yet that could be saved. */
  readonly isUnwritten: boolean
}

export interface SaveWords {
  /** One of the words of docs/sync.md, and nothing else. */
  readonly state: string
  /** What it means here, when that is not plain. */
  readonly more: string | null
  readonly tone: 'calm' | 'waiting' | 'trouble'
}

const refused: Readonly<Record<RefusalCode, string>> = {
  'not-allowed': 'you may not change this text any more. Yours is kept.',
  'too-large': 'the text is longer than the site takes. It is kept here; take something out.',
  gap: 'this copy and the site’s do not fit together. Yours is kept.',
  malformed: 'the site did not understand what was sent. Your text is kept.',
  schema: 'there is something in the text that no post may hold. It is kept here.',
  identity: 'this copy belongs to another account. It is kept here.',
  flood: 'too much at once. It is kept here and goes out more slowly.',
}

/** How safe what was typed is (sync.md §0), in words. */
export function saveWords({ status, link, ended, isReadOnly, isUnwritten }: Facts): SaveWords {
  if (ended !== null) return { state: 'Closed', more: endWords[ended.why], tone: 'trouble' }
  if (typeof status === 'object') return { state: `Not sent: ${refused[status.notSent]}`, more: null, tone: 'trouble' }
  if (link === 'outdated')
    return { state: 'Read only', more: 'This text was written with a newer app: reload to write in it.', tone: 'trouble' }
  if (isReadOnly && status !== 'loading') return { state: 'Read only', more: null, tone: 'calm' }
  switch (status) {
    case 'loading':
      return { state: 'Opening…', more: null, tone: 'calm' }
    case 'saving':
      return { state: 'Saving…', more: null, tone: 'calm' }
    case 'memory':
      return {
        state: 'Not on this device',
        more: 'This browser has no room for it: keep the page open until it says Saved.',
        tone: 'trouble',
      }
    case 'saved':
      return { state: isUnwritten ? 'Empty draft' : 'Saved', more: null, tone: 'calm' }
    case 'on-device':
      return { state: 'On this device', more: linkWords[link], tone: link === 'on' || link === 'post' ? 'calm' : 'waiting' }
  }
}

const linkWords: Readonly<Record<DocumentLink, string | null>> = {
  off: 'Will sync when you’re online.',
  connecting: null,
  on: null,
  post: null,
  ended: 'Sign in again to send it.',
  waiting: 'Will sync when you’re online.',
  outdated: null,
}

const endWords: Readonly<Record<DocumentEnd['why'], string>> = {
  'no-access': 'You may not write in this text any more.',
  reset: 'Its history was rewritten on the site. Open it again.',
  refused: 'The site did not take what was written here.',
  wiped: 'Everything was removed from this device.',
}
