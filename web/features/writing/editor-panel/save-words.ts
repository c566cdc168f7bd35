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
  'not-allowed': 'you can no longer edit this text. Your version is kept.',
  'too-large': 'the text is too long. It’s saved here; shorten it.',
  gap: 'your copy and the site’s don’t match. Your text is kept.',
  malformed: 'the site couldn’t read what was sent. Your text is kept.',
  schema: 'something in the text isn’t allowed. It’s saved here.',
  identity: 'this copy belongs to another account. It’s saved here.',
  flood: 'too much at once. It’s saved here and will be sent more slowly.',
}

/** How safe what was typed is (sync.md §0), in words. */
export function saveWords({ status, link, ended, isReadOnly, isUnwritten }: Facts): SaveWords {
  if (ended !== null) return { state: 'Closed', more: endWords[ended.why], tone: 'trouble' }
  if (typeof status === 'object') return { state: `Not sent: ${refused[status.notSent]}`, more: null, tone: 'trouble' }
  if (link === 'outdated')
    return { state: 'Read only', more: 'This text needs a newer version of the app. Reload to edit.', tone: 'trouble' }
  if (isReadOnly && status !== 'loading') return { state: 'Read only', more: null, tone: 'calm' }
  switch (status) {
    case 'loading':
      return { state: 'Opening…', more: null, tone: 'calm' }
    case 'saving':
      return { state: 'Saving…', more: null, tone: 'calm' }
    case 'memory':
      return {
        state: 'Not on this device',
        more: 'Your browser is out of space. Keep the page open until it says Saved.',
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
  'no-access': 'You can no longer edit this text.',
  reset: 'Its history was reset on the site. Open it again.',
  refused: 'The site rejected your changes.',
  wiped: 'This device’s data was deleted.',
}
