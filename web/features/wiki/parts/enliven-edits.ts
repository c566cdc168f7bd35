import type { Post, Revision } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { rememberHint } from '../../../blocks/hints.ts'
import { followVotes, showMyVotes } from '../../../blocks/votes/vote-rows.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { reportUnlessClosed } from '../../../data/device/report-unless-closed.ts'

interface Edit {
  readonly id: string
  readonly at: number
  readonly postId: string
  readonly writerId: string
  readonly version: string
}

const noBody: Revision['body'] = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * The device's votes on these edits are shown, and it is ready for more: what a rule asks of a
 * version is known from the list. A page of versions is drawn from its thread alone, never of this.
 */
export function enlivenEdits(device: Device, edits: readonly Edit[], texts: readonly Post[]): void {
  followVotes(device)
  showMyVotes(
    device,
    edits.map(({ id }) => id),
  ).catch(reportUnlessClosed)
  const textsById = new Map(texts.map((post) => [post.id, post]))
  for (const { id, at, postId, writerId, version } of edits) {
    const post = textsById.get(postId)
    if (post === undefined) continue
    rememberHint(id, () => {
      device.hint(posts, post)
      device.hint(revisions, {
        ...{ id, subjectKind: 'post', subjectId: postId, postId, n: 0, version, isDraft: false },
        ...{ title: post.title, body: noBody, wordCount: 0, authorId: writerId, at },
      })
    })
  }
}
