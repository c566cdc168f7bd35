import type { Reason } from '#shared/kernel/verdict.ts'
import { reasonWords } from '../../blocks/wording.ts'

/** What comes back, by the mutation that brings it. */
const inPlaceWords: Readonly<Record<string, string>> = {
  'posts.saveDraft': 'Posts, as drafts',
  'sequences.create': 'Sequences, as drafts',
  'sequences.setDetail': 'Details of sequences',
  'accounts.updateProfile': 'Your bio and links',
  'readerSettings.set': 'Reading settings',
  'notifications.choose': 'Notification settings',
  'feed.set': 'Settings of your lists',
  'subscriptions.set': 'Subscriptions',
  'mutes.set': 'Muted members',
  'feed.hide': 'Hidden items',
  'readMarks.set': 'Read marks',
  'votes.set': 'Votes',
  'comments.post': 'Comments',
  'comments.postQuickTake': 'Quick takes',
  'bookmarks.set': 'Saved posts and comments',
}

/** Why something was left out, beside the reasons of rules. */
const leftOutWords: Readonly<Record<string, string>> = {
  unreadable: 'The row is damaged, or of another version.',
  removed: 'It was removed before the export.',
  dialogue: 'A dialogue belongs to all who took part.',
  wiki: 'A wiki page belongs to everyone.',
  event: 'Create events again: a date in the past can’t be announced.',
  review: 'A review belongs to its year’s review.',
  'no-text': 'The archive has no text for it.',
  'own-work': 'You can’t vote on your own work.',
  'too-many': 'An archive can have 20,000 items.',
  'too-large': 'It’s too large.',
  'not-found': 'What it belongs to isn’t on this site, or you don’t have access to it.',
  invalid: 'It isn’t allowed here: a picture, a setting or a value of another site.',
  conflict: 'Something else is in its place.',
  taken: 'The name is in use.',
  broken: 'It couldn’t be read here.',
}

export const inPlaceLabel = (name: string): string => inPlaceWords[name] ?? name

export function leftOutLabel(reason: string): string {
  if (reason.startsWith('table.')) return `Kept in the archive only: ${reason.slice('table.'.length).replaceAll('_', ' ')}.`
  // A rule's reason, if it is known to this build.
  return leftOutWords[reason] ?? reasonWords[reason as Reason] ?? `It was refused (${reason}).`
}
