import type { Comment } from '#shared/comments/schema.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Typed } from '../merge-typed.ts'
import { isSameTyped } from '../merge-typed.ts'
import { rowWithoutSent } from '../typed-words/typed-row.ts'
import type { SavedDraft } from './device-api.ts'
import { putDraft } from './drafts.ts'
import type { Live } from './live.ts'
import type { LocalStore } from './local-store.ts'

interface ArrivedDeps {
  /** Whose comments these are. */
  readonly account: string
  readonly store: LocalStore
  readonly live: Live
  readonly report: (error: unknown) => void
}

/** What was sent just now is among them. */
const newest = 30

/**
 * A comment, or an edit of one, may go as a plain form, and its page with it before it has heard
 * the answer. Where a comment says what its draft says, the draft has arrived, and is nobody's any
 * more; what was typed on behind it stays.
 */
export function forgetArrivedWords({ account, store, live, report }: ArrivedDeps): () => void {
  async function forget(): Promise<void> {
    const all = await store.read((tx) => tx.drafts.all())
    const drafts = all.filter(({ binnedAt }) => binnedAt === null)
    for (const draft of drafts.filter(({ place }) => place.startsWith(editPrefix))) await forgetEdit(draft)
    const sent = drafts.filter(({ place, sending }) => place.startsWith(commentPrefix) && sending !== undefined)
    if (sent.length === 0) return
    const own = await live.confirmed.list(commentsOfMember(account, newest))
    for (const draft of sent) await forgetComment(draft, own)
  }

  async function forgetEdit(draft: SavedDraft): Promise<void> {
    const [comment] = await live.confirmed.getMany(comments, [draft.place.slice(editPrefix.length)])
    if (comment === undefined || !(await isText(draft.values, comment.body))) return
    await change(draft, () => null)
  }

  async function forgetComment(draft: SavedDraft, own: readonly Comment[]): Promise<void> {
    const { sending } = draft
    if (sending === undefined) return
    for (const comment of own) {
      if (draft.place !== placeOf(comment) || !(await isText(sending.values, comment.body))) continue
      return change(draft, (now) => rowWithoutSent(now, sending.id))
    }
  }

  const quickTakes = quickTakesIdOf(account)
  const placeOf = ({ postId, parentId }: Comment): string =>
    postId === quickTakes && parentId === null ? 'comment:quick-take:' : `${commentPrefix}${postId}:${parentId ?? ''}`

  /** Unless somebody has written there meanwhile. */
  async function change(draft: SavedDraft, next: (now: SavedDraft) => SavedDraft | null): Promise<void> {
    await store.write(async (tx) => {
      const now = await tx.drafts.get(draft.place)
      if (now?.binnedAt === null && isSameTyped(now.values, draft.values)) await putDraft(tx, draft.place, next(now))
    })
  }

  let running = forget().catch(report)
  return live.subscribe(({ kinds }) => {
    if (kinds.has(comments.name)) running = running.then(forget).catch(report)
  })
}

const editPrefix = 'edit:'
const commentPrefix = 'comment:'

async function isText({ markdown = '' }: Typed, body: Comment['body']): Promise<boolean> {
  const [{ markdownToDoc }, { docToMarkdown }] = await Promise.all([
    import('#shared/text/markdown-in.ts'),
    import('#shared/text/markdown-out.ts'),
  ])
  try {
    return docToMarkdown(markdownToDoc(markdown, 'comment').doc) === docToMarkdown(body)
  } catch (error) {
    if (error instanceof RangeError) return false // no comment may be that long: it has not arrived
    throw error
  }
}
