import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { canManageContentChecks } from '#shared/content-checks/rules.ts'
import { checkNames } from '#shared/content-checks/schema.ts'
import { checkSettings } from '#shared/content-checks/texts.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { actionsOfEverybody, isActive } from '#shared/moderation/measure-queries.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import type { ModeratorAction } from '#shared/moderation/measure-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage } from '../../data/answer.ts'

const [excerptLength, firstShown] = [300, 10]
/** Newest marks that are looked through for those of a kind. */
const lookedThrough = 1_000

/** `/admin/modgpt`: which checks are on, and what they have marked. It changes nothing. */
export async function loadMarkedTexts({ read, viewer, now }: PageData, { url }: LoadRequest) {
  authorizePage(mayAct(viewer, 'readMeasures'))
  return {
    head: { title: 'Checked texts', robots: 'noindex' as const },
    canManage: canManageContentChecks(viewer).allowed,
    checks: await Promise.all(checkNames.map(async (name) => ({ name, isOn: (await checkSettings(read, name)).isOn }))),
    list: await staffAnswer(url, {
      first: firstShown,
      tabs: [
        { name: 'comments', word: 'Comments' },
        { name: 'posts', word: 'Posts' },
      ],
      async rows({ tab }, limit) {
        const marks = await read.list(actionsOfEverybody('contentCheck', lookedThrough))
        const wanted = marks.filter(({ commentId }) => (commentId === null) === (tab === 'posts'))
        return markedRows(read, wanted.slice(0, limit), now)
      },
    }),
  }
}

export type MarkedText = Awaited<ReturnType<typeof markedRows>>[number]

async function markedRows(read: Read, marks: readonly ModeratorAction[], now: number) {
  const cards = await memberCards(read, [...new Set(marks.map(({ userId }) => userId))])
  const postIds = [...new Set(marks.flatMap(({ postId }) => postId ?? []))]
  const postsById = new Map((await read.getMany(posts, postIds)).map((post) => [post.id, post]))
  const commentIds = [...new Set(marks.flatMap(({ commentId }) => commentId ?? []))]
  const commentsById = new Map((await read.getMany(comments, commentIds)).map((comment) => [comment.id, comment]))
  return marks.map((mark) => {
    const { id, userId, at, postId, commentId, detail } = mark
    const post = postId === null ? undefined : postsById.get(postId)
    const comment = commentId === null ? undefined : commentsById.get(commentId)
    return {
      ...{ id, at, why: detail, by: cards.get(userId)?.name ?? unknownMember.name, isWaiting: isActive(mark, now) },
      title: post?.title ?? 'a post that is gone',
      href: post === undefined ? null : commentId === null ? links.post(post) : links.commentInThread(post, commentId),
      text: comment === undefined ? '' : excerpt(comment.body, excerptLength),
      isRemoved: comment !== undefined && comment.removedBy !== null,
    }
  })
}

export const loads = { '/admin/modgpt': loadMarkedTexts } satisfies Loads
