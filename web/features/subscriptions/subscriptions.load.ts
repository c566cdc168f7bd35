import { memberCards } from '#shared/accounts/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { links } from '#shared/links.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { subscriptionsOf } from '#shared/subscriptions/queries.ts'
import { targetTable } from '#shared/subscriptions/rules.ts'
import type { Subscription, SubscriptionKind } from '#shared/subscriptions/schema.ts'
import type { Loads } from '../../app/route.ts'
import { needsSignIn } from '../../data/answer.ts'

/** One thing that is followed, or of which nothing is to be heard. */
export interface FollowView {
  readonly kind: SubscriptionKind
  readonly targetId: string
  readonly state: Subscription['state']
  readonly via: Subscription['via']
  /** `null`: hidden by now, or not on this device. */
  readonly name: string | null
  readonly href: string | null
}

/** `/manageSubscriptions`: everything a member follows, last changed first. */
export async function loadSubscriptions({ read, viewer }: PageData) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const found = (await read.list(subscriptionsOf(viewer.userId))).filter(({ state }) => state !== 'off')
  const ids = (table: ReturnType<typeof targetTable>) =>
    found.flatMap(({ kind, targetId }) => (targetTable(kind) === table ? [targetId] : []))
  const cards = await memberCards(read, ids('member'))
  const commentsById = new Map((await read.getMany(comments, ids('comment'))).map((comment) => [comment.id, comment]))
  const postIds = [...ids('post'), ...[...commentsById.values()].map(({ postId }) => postId)]
  const postsById = new Map((await read.getMany(posts, [...new Set(postIds)])).map((post) => [post.id, post]))
  const sequencesById = new Map((await read.getMany(sequences, ids('sequence'))).map((sequence) => [sequence.id, sequence]))
  const groupsById = new Map((await read.getMany(localGroups, ids('group'))).map((group) => [group.id, group]))
  const about = ({ kind, targetId }: Subscription): Pick<FollowView, 'name' | 'href'> => {
    switch (targetTable(kind)) {
      case 'member': {
        const card = cards.get(targetId)
        return card === undefined ? unknown : { name: card.name, href: links.user(card.slug) }
      }
      case 'post': {
        const post = postsById.get(targetId)
        return post === undefined ? unknown : { name: post.title, href: links.post(post) }
      }
      case 'comment': {
        const post = postsById.get(commentsById.get(targetId)?.postId ?? '')
        return post === undefined ? unknown : { name: `A comment under ${post.title}`, href: links.commentInThread(post, targetId) }
      }
      case 'sequence': {
        const sequence = sequencesById.get(targetId)
        return sequence === undefined ? unknown : { name: sequence.title, href: links.sequence(targetId) }
      }
      case 'word':
        return { name: targetId, href: null }
      case 'site':
        return { name: 'Curated posts', href: links.curated() }
      case 'group': {
        const group = groupsById.get(targetId)
        return group === undefined ? unknown : { name: group.name, href: links.localGroup(targetId) }
      }
    }
  }
  const view = (row: Subscription): FollowView => ({
    kind: row.kind,
    targetId: row.targetId,
    state: row.state,
    via: row.via,
    ...about(row),
  })
  return {
    head: { title: 'Subscriptions' },
    follows: found.map(view),
    followsCurated: found.some(({ kind, state }) => kind === 'curated' && state === 'on'),
  }
}

const unknown = { name: null, href: null }

export const loads: Loads = { '/manageSubscriptions': loadSubscriptions }
