/** Which texts are checked, read as a check needs them: on the way in, and on trial. */
import type { Comment } from '../comments/schema.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Revision } from '../posts/schema.ts'
import type { CheckedText } from './find.ts'
import type { CheckName, CheckSettings } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { commentsByDate, commentsOfMember } from '../comments/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts, revisions } from '../posts/schema.ts'
import { findIn } from './find.ts'
import { isChecked } from './rules.ts'
import { contentChecks, shippedChecks } from './schema.ts'

/** So many earlier texts of an author are compared, of each kind. */
const earlierMost = 30
/** On trial so many of the newest are looked at. */
export const trialMost = { posts: 100, comments: 300, examples: 10 } as const

export interface FoundText {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly postId: string
  readonly userId: string
  readonly at: number
  readonly why: string
}

export async function checkSettings(read: Read, name: CheckName): Promise<CheckSettings> {
  return (await read.get(contentChecks, name)) ?? shippedChecks[name]
}

type Source = Pick<FoundText, 'kind' | 'id' | 'postId' | 'userId' | 'at'> & Pick<CheckedText, 'body' | 'title'>

export const sourceOfComment = ({ id, postId, authorId, postedAt, body }: Comment): Source => ({
  ...{ kind: 'comment', id, postId, userId: authorId, at: postedAt, body, title: '' },
})
export const sourceOfRevision = ({ postId, authorId, at, body, title }: Revision): Source => ({
  ...{ kind: 'post', id: postId, postId, userId: authorId, at, body, title },
})

/** `null`: the check says nothing of it. */
export async function check(read: Read, name: CheckName, settings: CheckSettings, source: Source): Promise<FoundText | null> {
  const { body, title, ...target } = source
  const author = await read.get(members, source.userId)
  if (author === undefined || !isChecked(author)) return null
  const earlier = name === 'repeated' ? await earlierThan(read, source) : []
  const why = findIn(name, settings, { body, title, at: source.at, joinedAt: author.joinedAt, earlier })
  return why === null ? null : { ...target, why }
}

/** Another version of the same post is no repetition. */
async function earlierThan(read: Read, { id, userId, at }: Source): Promise<CheckedText['earlier']> {
  const said = await read.list({ ...commentsOfMember(userId, earlierMost), until: at })
  const written = await read.list(
    defineQuery({ table: revisions, index: ['authorId', 'at'], equals: [userId], until: at, order: 'descending', limit: earlierMost }),
  )
  return [
    ...said.filter((one) => one.id !== id).map(({ body, postedAt }) => ({ body, at: postedAt })),
    ...written.filter((one) => !one.isDraft && one.subjectKind === 'post' && one.postId !== id),
  ]
}

/** What a check would have marked among the newest posts and comments. Writes nothing. */
export async function tryCheck(read: Read, name: CheckName, settings: CheckSettings) {
  const newest = defineQuery({
    ...{ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'descending', limit: trialMost.posts },
  })
  const published = await read.list(newest)
  const texts = await read.getMany(
    revisions,
    published.flatMap(({ revisionId }) => revisionId ?? []),
  )
  const sources = [...texts.map(sourceOfRevision), ...(await read.list(commentsByDate(trialMost.comments, 0))).map(sourceOfComment)]
  const found: FoundText[] = []
  for (const source of sources) {
    const one = await check(read, name, settings, source)
    if (one !== null) found.push(one)
  }
  const count = (kind: FoundText['kind']) => found.filter((one) => one.kind === kind).length
  return {
    looked: { posts: texts.length, comments: sources.length - texts.length },
    found: { posts: count('post'), comments: count('comment') },
    examples: found.toSorted((a, b) => b.at - a.at).slice(0, trialMost.examples),
  }
}
