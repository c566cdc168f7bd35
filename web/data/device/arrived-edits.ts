import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { isSameTyped } from '../merge-typed.ts'
import type { SavedDraft } from './device-api.ts'
import { putDraft } from './drafts.ts'
import type { Live } from './live.ts'
import type { LocalStore } from './local-store.ts'

interface ArrivedDeps {
  readonly store: LocalStore
  readonly live: Live
  readonly report: (error: unknown) => void
}

const prefix = 'edit:'

/**
 * An edit may go as a plain form, and its page with it before it has heard the answer. Where the
 * comment says what its draft says, the draft has arrived, and is nobody's any more.
 */
export function forgetArrivedEdits({ store, live, report }: ArrivedDeps): () => void {
  async function forget(): Promise<void> {
    const all = await store.read((tx) => tx.drafts.all())
    const drafts = all.filter(({ place, binnedAt }) => binnedAt === null && place.startsWith(prefix))
    if (drafts.length === 0) return
    const found = await live.confirmed.getMany(
      comments,
      drafts.map(({ place }) => place.slice(prefix.length)),
    )
    const bodies = new Map(found.map(({ id, body }) => [prefix + id, body]))
    for (const draft of drafts) {
      const body = bodies.get(draft.place)
      if (body === undefined || !(await isText(draft, body))) continue
      await store.write(async (tx) => {
        const now = await tx.drafts.get(draft.place)
        if (now?.binnedAt === null && isSameTyped(now.values, draft.values)) await putDraft(tx, draft.place, null)
      })
    }
  }

  let running = forget().catch(report)
  return live.subscribe(({ kinds }) => {
    if (kinds.has(comments.name)) running = running.then(forget).catch(report)
  })
}

async function isText({ values: { markdown = '' } }: SavedDraft, body: Comment['body']): Promise<boolean> {
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
