/**
 * What can be done with a post in a list: hide it, save it, mark it. Fetched with the first press.
 */
import '../float-styles.ts'
import { setHidden } from '#shared/feed/settings-mutations.ts'
import type { ListOfPosts } from '#shared/feed/settings-schema.ts'
import { hiddenItemId, hiddenItems } from '#shared/feed/settings-schema.ts'
import { links } from '#shared/links.ts'
import { sendMutation } from '../../data/mutation.ts'
import { currentMe } from '../../data/viewer.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import { marks } from '../../data/marks.ts'
import { muted } from '../../data/muted.ts'
import { whoIsSignedIn } from '../../data/who-is-signed-in.ts'
import { mutate } from '../mutate.ts'
import { place, walk } from '../float.ts'
import { markRead, saveForLater } from '../reading/save-for-later.ts'
import { wordsFor } from '../wording.ts'
import type { PostRowView } from './post-row-view.ts'
import type { JustMuted } from '../mutes/muting.ts'

interface RowMenu {
  readonly row: PostRowView
  readonly anchor: HTMLElement
  /**
   * What this list is called among those that posts are hidden from; `null`: nothing is hidden
   * here.
   */
  readonly list: ListOfPosts | null
  readonly onHidden: (isHidden: boolean) => void
  /** Its author was muted: every line of theirs goes. */
  readonly onMuted: (muted: JustMuted) => void
  readonly onCopied: () => void
  /** Why something was not done. */
  readonly onRefused: (words: string) => void
}

/** @returns words when it was refused. */
export const hideFrom = async (list: ListOfPosts, itemId: string, isHidden: boolean): Promise<string | null> =>
  (await mutate(setHidden, { list, itemId, isHidden, reason: '' })).message

/** As far as this device knows. */
async function isHiddenFrom(list: ListOfPosts, itemId: string): Promise<boolean> {
  const device = await deviceSoon()
  if (device === null || device.account === null) return false
  return (await device.read.get(hiddenItems, hiddenItemId(device.account, list, itemId)))?.isHidden === true
}

export async function openRowMenu({ row, anchor, list, onHidden, onMuted, onCopied, onRefused }: RowMenu): Promise<void> {
  if (anchor.getAttribute('aria-expanded') === 'true') return
  const isMember = (await whoIsSignedIn()).kind === 'member'
  const isHidden = list !== null && (await isHiddenFrom(list, row.id))
  const isSaved = marks.get().saved.has(row.id)
  const mark = marks.get().read.get(row.id)
  const menu = document.createElement('div')
  menu.className = 'float c-menu menu-items'
  menu.popover = 'auto'
  const button = (word: string, run: () => Promise<string | null>) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = word
    made.addEventListener('click', () => {
      menu.hidePopover()
      run().then(
        (words) => {
          if (words !== null) onRefused(words)
        },
        (error: unknown) => {
          onRefused('That didn’t work. Try again.')
          reportError(error)
        },
      )
    })
    return made
  }
  const link = (word: string, href: string) => Object.assign(document.createElement('a'), { href, textContent: word })
  const hide = async () => {
    const words = await hideFrom(list ?? 'front', row.id, !isHidden)
    if (words === null) onHidden(!isHidden)
    return words
  }
  const { slug } = currentMe()
  const isMine = slug !== null && row.authors.some((author) => author.slug === slug)
  const pin = async () => {
    const answer = await sendMutation('accounts.pinPost', { postId: row.id, isOn: row.isOnProfile !== true })
    if (answer.outcome === 'applied') {
      // Where it is seen.
      location.assign(links.user(slug ?? ''))
      return null
    }
    return answer.outcome === 'rejected' ? wordsFor(answer.error) : 'You’re offline, so nothing was changed.'
  }
  const [author] = row.authors
  const mute = async () => {
    const { idOfMember, setMuted } = await import('../mutes/set-muted.ts')
    const { slug: theirs = '', name = '' } = author ?? {}
    const id = await idOfMember(theirs)
    if (id === null) return 'You’re offline, so nobody was muted.'
    const { message } = await setMuted({ id, slug: theirs }, true)
    if (message === null) onMuted({ id, slug: theirs, name, rowId: row.id })
    return message
  }
  const target = { kind: 'post', id: row.id, postId: row.id } as const
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}${links.post(row)}`)
    onCopied()
    return null
  }
  menu.append(
    ...(isMember && list !== null ? [button(isHidden ? showWords[list] : hideWords[list], hide)] : []),
    button(isSaved ? 'Remove bookmark' : 'Bookmark', () => saveForLater(target, !isSaved)),
    ...(mark === undefined
      ? []
      : [button(mark.isRead ? 'Mark as unread' : 'Mark as read', () => markRead(row.id, !mark.isRead).then(() => null))]),
    ...(isMine ? [button(row.isOnProfile === true ? 'Unpin from my profile' : 'Pin to my profile', pin)] : []),
    ...(isMember && !isMine && author !== undefined && author.slug !== '' && !muted.get().slugs.has(author.slug)
      ? [button(`Mute ${author.name}`, mute)]
      : []),
    button('Copy link', copy),
    ...(isMine ? [] : [link('Report…', links.report('post', row.id))]),
  )
  menu.addEventListener('toggle', (event) => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'closed') return
    anchor.removeAttribute('aria-expanded')
    if (menu.contains(document.activeElement)) anchor.focus()
    menu.remove()
  })
  menu.addEventListener('keydown', (event) => walk(menu, event))
  document.body.append(menu)
  anchor.setAttribute('aria-expanded', 'true')
  menu.showPopover()
  place(menu, anchor)
  menu.querySelector<HTMLElement>('button')?.focus()
}

const hideWords: Readonly<Record<ListOfPosts, string>> = {
  front: 'Hide from the front page',
  recommended: 'Don’t recommend this',
  feed: 'See less like this',
}

const showWords: Readonly<Record<ListOfPosts, string>> = {
  front: 'Show on the front page again',
  recommended: 'Recommend it again',
  feed: 'Show it in the feed again',
}
