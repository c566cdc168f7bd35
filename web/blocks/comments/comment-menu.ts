/**
 * What a comment's words do beyond folding and replying: its menu, its earlier versions, bringing
 * it back. Fetched with the first press.
 */
import { isSelf, isStaff } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { canModerateThread } from '#shared/moderation/thread-rules.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import type { Device } from '../../data/device/device-api.ts'
import { marks } from '../../data/marks.ts'
import { muted } from '../../data/muted.ts'
import { askWhoIsSignedIn, currentMe } from '../../data/viewer.ts'
import { place, walk } from '../float.ts'
import { saveForLater } from '../reading/save-for-later.ts'
import { wordsFor } from '../wording.ts'
import type { MutationAnswer } from './comment-actions.ts'
import { htmlIn, markOnDevice, removeOnDevice, restoreOnDevice, textOnDevice } from './comment-actions.ts'
import { marksShown } from './comment-marks.ts'
import type { MarkItem } from './mark-items.ts'
import { markItems } from './mark-items.ts'
import type { ThreadActions } from './comment-place.ts'
import { placeUnder } from './comment-place.ts'

export interface Pressed {
  readonly control: HTMLElement
  readonly item: HTMLElement
  readonly commentId: string
  readonly actions: ThreadActions
}

export function press(pressed: Pressed): void {
  const { control } = pressed
  if (control.matches('.c-more')) void openMenu(pressed).catch(reportError)
  else if (control.matches('.c-undo')) void undo(pressed).catch(reportError)
  else
    void import('./comment-versions.ts')
      .then(({ showVersions }) => showVersions(pressed.commentId))
      .then((isShown) => {
        if (!isShown && control instanceof HTMLAnchorElement) location.assign(control.href)
      })
      .catch(reportError)
}

async function openMenu(pressed: Pressed): Promise<void> {
  const { control, commentId, actions } = pressed
  if (control.getAttribute('aria-expanded') === 'true') return
  if (!currentMe().isKnown) await askWhoIsSignedIn()
  // Nobody can be asked: the device knows who was here last.
  const viewer = currentMe().isKnown ? currentMe().viewer : ((await deviceSoon())?.viewer ?? currentMe().viewer)
  const { author, comment } = actions.shown(commentId) ?? {}
  const mayChange = isStaff(viewer) || (author !== undefined && isSelf(viewer, author.id))
  const discussion = canModerateThread(viewer, actions.post)
  const moderates = discussion.allowed
  const isTheirs = author !== undefined && [actions.post.authorId, ...actions.post.coauthorIds].includes(author.id)
  // Whoever has said no guidelines yet is led to where they do.
  const shutsOut =
    (moderates || discussion.reason === 'guidelines-first') && !isTheirs && !(author !== undefined && isSelf(viewer, author.id))
  const markable = author === undefined || comment === undefined ? [] : markItems(viewer, actions.post, comment, author.id, Date.now())
  const saved = marks.get().saved.has(commentId)
  const follows = viewer.kind === 'member' && comment?.removed === undefined ? await followState(viewer.userId, commentId) : null
  const menu = document.createElement('div')
  menu.className = 'float c-menu menu-items'
  menu.popover = 'auto'
  menu.append(
    link('Permalink', links.comment(actions.post, commentId)),
    button('Copy as Markdown', (word) => copy(control, word), true),
    button(saved ? 'Remove bookmark' : 'Bookmark', (word) => save(pressed, !saved, word), true),
    ...(follows === null
      ? []
      : [button(follows.isOn ? 'Unfollow replies' : 'Follow replies', (word) => follow(commentId, follows, word), true)]),
    ...markable.map((item) => button(item.word, () => mark(pressed, item))),
    ...(mayChange ? [button('Edit', () => edit(pressed))] : []),
    ...(mayChange || moderates ? [button('Remove', () => remove(pressed))] : []),
    ...(viewer.kind === 'member' && author !== undefined && author.slug !== '' && !isSelf(viewer, author.id)
      ? [button(`${muted.get().ids.has(author.id) ? 'Unmute' : 'Mute'} ${author.name}`, () => mute(pressed, author))]
      : []),
    ...(author !== undefined && isSelf(viewer, author.id) ? [] : [link('Report…', links.report('comment', commentId))]),
    ...(shutsOut && author !== undefined ? [link(`Ban ${author.name}…`, links.discussionSettings(actions.post.id, author.id))] : []),
  )
  const say = (element: HTMLElement) => (word: string) => {
    element.textContent = word
    setTimeout(close, 1_200)
  }
  const close = () => menu.hidePopover()
  function link(word: string, href: string): HTMLElement {
    const element = document.createElement('a')
    element.href = href
    element.textContent = word
    return element
  }
  function button(word: string, run: (say: (word: string) => void) => void | Promise<void>, staysOpen = false): HTMLElement {
    const element = document.createElement('button')
    element.type = 'button'
    element.textContent = word
    element.addEventListener('click', () => {
      if (!staysOpen) close()
      Promise.resolve(run(say(element))).catch(reportError)
    })
    return element
  }
  menu.addEventListener('toggle', (event) => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'closed') return
    control.removeAttribute('aria-expanded')
    if (menu.contains(document.activeElement)) control.focus()
    menu.remove()
  })
  menu.addEventListener('keydown', (event) => walk(menu, event))
  control.after(menu)
  control.setAttribute('aria-expanded', 'true')
  menu.showPopover()
  place(menu, control)
  menu.querySelector<HTMLElement>('a, button')?.focus()
}

async function copy(control: HTMLElement, say: (word: string) => void): Promise<void> {
  const body = control.closest('article')?.querySelector<HTMLElement>('.c-body')
  if (!body) return
  const { markdownOf } = await import('./copy-as-markdown.ts')
  try {
    await navigator.clipboard.writeText(markdownOf(body))
    say('Copied')
  } catch {
    say('Your browser doesn’t allow copying')
  }
}

async function save({ commentId, actions }: Pressed, isSaved: boolean, say: (word: string) => void): Promise<void> {
  const word = await saveForLater({ kind: 'comment', id: commentId, postId: actions.post.id }, isSaved)
  say(word ?? (isSaved ? 'Bookmarked' : 'Bookmark removed'))
}

/** As this device knows; one's own comments are followed until one says otherwise. */
async function followState(userId: string, commentId: string) {
  const device = await deviceSoon()
  if (device === null || device.account === null) return { isOn: false, isOwn: false }
  const row = await device.read.get(subscriptions, subscriptionId(userId, 'comment', commentId))
  const { isOwnTarget } = await import('../follow/set-followed.ts')
  const isOwn = await isOwnTarget(device, 'comment', commentId)
  return { isOn: row === undefined || row.state === 'off' ? isOwn : row.state === 'on', isOwn }
}

async function follow(
  commentId: string,
  { isOn, isOwn }: Awaited<ReturnType<typeof followState>>,
  say: (word: string) => void,
): Promise<void> {
  const { setFollowed } = await import('../follow/set-followed.ts')
  const state = isOn ? (isOwn ? 'suppressed' : 'off') : isOwn ? 'off' : 'on'
  const { message } = await setFollowed({ kind: 'comment', id: commentId }, state)
  say(message ?? (isOn ? 'Replies unfollowed' : 'Following replies'))
}

/** The comment folds or opens where it stands, and the focus stays with it. */
async function mute({ item, commentId }: Pressed, author: { readonly id: string; readonly slug: string }): Promise<void> {
  const { setMuted } = await import('../mutes/set-muted.ts')
  const isMuted = !muted.get().ids.has(author.id)
  const { message } = await setMuted(author, isMuted)
  if (message !== null) return tellWords(commentId, message)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => item.querySelector<HTMLElement>(isMuted ? ':scope > details > summary' : ':scope .c-more')?.focus()),
  )
}

/** In place where the device has the text; on its own page otherwise. */
async function edit({ control, commentId, actions }: Pressed): Promise<void> {
  const device = await deviceOfMine()
  if (device === null || (await textOnDevice(device, commentId)) === null) return leaveFor(commentId)
  actions.onOpen(placeUnder(control, commentId, 'edit'))
}

/** A moderator says why; what is one's own goes at once, and can be brought back where it stood. */
async function remove({ control, commentId, actions }: Pressed): Promise<void> {
  const device = await deviceOfMine()
  if (device === null) return leaveFor(commentId)
  const { viewer } = currentMe()
  const author = actions.shown(commentId)?.author
  if (author === undefined || !isSelf(viewer, author.id)) return actions.onOpen(placeUnder(control, commentId, 'remove'))
  const answer = await removeOnDevice(device, commentId, '', htmlIn(control.closest('article')))
  if (!answer.ok) tell(commentId, answer)
}

async function mark({ commentId }: Pressed, { mark: wanted, asksWhy }: MarkItem): Promise<void> {
  const device = await deviceOfMine()
  if (device === null || asksWhy === true) return leaveFor(commentId)
  const answer = await markOnDevice(device, commentId, wanted, marksShown(wanted, device.me.name ?? ''))
  if (!answer.ok) tell(commentId, answer)
}

async function undo({ commentId }: Pressed): Promise<void> {
  const device = await deviceOfMine()
  if (device === null) return leaveFor(commentId)
  const answer = await restoreOnDevice(device, commentId)
  if (!answer.ok) return tell(commentId, answer)
  // It stands again: that is where the reader was.
  requestAnimationFrame(() => {
    const article = document.querySelector<HTMLElement>(`li[data-comment="${commentId}"] > article`)
    if (article === null) return
    article.tabIndex = -1
    article.focus({ preventScroll: true })
  })
}

function tell(commentId: string, answer: MutationAnswer): void {
  if (answer.ok) return
  // The device has just come and does not hold the comment yet: its page can do it.
  if (answer.error.code === 'not-found') return leaveFor(commentId)
  tellWords(commentId, wordsFor(answer.error))
}

function tellWords(commentId: string, words: string): void {
  const line = document.createElement('p')
  line.className = 'refused-words'
  line.setAttribute('role', 'alert')
  line.textContent = words
  document.querySelector(`li[data-comment="${commentId}"] > :is(article, .c-gone, .c-folded)`)?.append(line)
  setTimeout(() => line.remove(), 8_000)
}

/**
 * In the first moments it is on its way: a press waits for it rather than leave for another page.
 */
async function deviceOfMine(): Promise<Device | null> {
  const device = await deviceSoon()
  const { viewer } = currentMe()
  return device !== null && viewer.kind === 'member' && device.account === viewer.userId ? device : null
}

const leaveFor = (commentId: string): void => location.assign(links.editComment(commentId))
