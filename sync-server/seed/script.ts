import type { Doc } from '#shared/text/schema.ts'
import type { Community, SeedComment, SeedEssay, SeedTake } from '#server/seed/read-community.ts'
import type { Drawer } from '#server/seed/random.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { reviewMutations } from '#server/seed/annual-review.ts'
import { reactionMutations } from '#server/seed/reactions.ts'
import { glossaryMutations } from '#server/seed/glossary.ts'
import { moderationMutations } from '#server/seed/moderation.ts'
import { libraryMutations, sequenceOf } from '#server/seed/sequences.ts'
import { eventMutations } from '#server/seed/events.ts'
import { localGroupId, localGroupMutations, mapPointMutations } from '#server/seed/local-groups.ts'
import { pageMutations } from '#server/seed/pages.ts'
import { seasonMutations } from '#server/seed/seasons.ts'
import { spotlightMutations } from '#server/seed/spotlights.ts'
import { wikiMutations } from '#server/seed/wiki.ts'
import { makeId } from '#shared/kernel/ids.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { links } from '#shared/links.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

/** One mutation of a made-up member, at its time. */
export interface SeedMutation {
  readonly at: number
  readonly userId: string
  readonly name: string
  readonly args: unknown
  /** With a member's rights and no operator's: nobody has looked at it yet. */
  readonly asMember?: true
}

/** Votes come within this long of what they are cast on, or until now. */
const voteSpreadMs = 30 * hourMs

/**
 * Everything the members do after they have joined, in order of time. Ids, votes and times follow
 * from the files and `now` alone.
 */
export function scriptOf(community: Community, now: number, draw: Drawer): readonly SeedMutation[] {
  const memberIds = new Map(community.members.map((member) => [member.key, memberId(member.key, now - member.daysAgo * dayMs, draw)]))
  const idOf = (key: string): string => {
    const id = memberIds.get(key)
    if (id === undefined) throw new Error(`no member "${key}" in the example community`)
    return id
  }
  const joinedAt = new Map(community.members.map((member) => [member.key, now - member.daysAgo * dayMs]))
  const context: Context = { now, draw, idOf, joinedAt, moderator: idOf('teo'), essays: community.essays }
  const mutations = [
    ...community.essays.flatMap((essay) => essayMutations(essay, context)),
    ...community.takes.flatMap((take) => takeMutations(take, context)),
  ]
  const reacted = reactionMutations(community.reactions, { now, idOf, targetOf: (essay, comment) => targetOf(essay, comment, context) })
  const essay = (key: string) => {
    const found = community.essays.find((one) => one.key === key)
    if (found === undefined) throw new Error(`no essay "${key}" in the example community`)
    return { id: essayId(found, context), at: Math.floor(now - found.daysAgo * dayMs) }
  }
  const newId = (name: string, at: number): string => makeId(at, draw.bytes(name))
  const ordered = libraryMutations(community.library, {
    ...{ now, idOf, essay, newId, moderator: context.moderator },
    docOf: (markdown) => bodyOf(markdown, 'essay', context),
  })
  const explained = glossaryMutations(community.glossaries, {
    ...{ now, idOf, essay, newId },
    docOf: (markdown) => bodyOf(markdown, 'comment', context),
  })
  const lit = spotlightMutations(community.spotlights, {
    ...{ now, essay, newId, moderator: context.moderator },
    sequenceId(key) {
      const found = community.library.sequences.find((sequence) => sequence.key === key)
      if (found === undefined) throw new Error(`no sequence "${key}" in the example community`)
      return sequenceOf(found, { newId, essay }).id
    },
  })
  const met = localGroupMutations(community.localGroups, {
    ...{ now, idOf, newId },
    docOf: (markdown) => bodyOf(markdown, 'essay', context),
  })
  const placed = mapPointMutations(community.mapPoints, { now, idOf })
  const planned = eventMutations(community.events, {
    ...{ now, idOf, newId },
    docOf: (markdown) => bodyOf(markdown, 'essay', context),
    groupId(name) {
      const found = community.localGroups.find((group) => group.name === name)
      if (found === undefined) throw new Error(`no group "${name}" in the example community`)
      return localGroupId(found, { now, newId })
    },
  })
  const written = wikiMutations(community.wiki, {
    ...{ now, draw, idOf, joinedAt, newId, moderator: context.moderator, admin: idOf('marit') },
    docOf: (markdown) => bodyOf(markdown, 'essay', context),
    commentOf: (markdown) => bodyOf(markdown, 'comment', context),
  })
  const moderated = moderationMutations(community.moderation, {
    ...{ now, idOf, newId, moderator: context.moderator },
    targetOf: (key, comment) => targetOf(key, comment, context),
  })
  const reviewed = reviewMutations({
    ...{ now, draw, idOf, joinedAt, admin: idOf('marit'), docOf: (markdown: string) => bodyOf(markdown, 'comment', context) },
    essays: community.essays.map(({ key, author }) => ({ key, author, ...essay(key) })),
  })
  const shown = pageMutations({
    ...{ now, newId, author: idOf('wim'), admin: idOf('marit') },
    docOf: (markdown) => bodyOf(markdown, 'essay', context),
  })
  const seasonal = seasonMutations({
    ...{ now, idOf, newId, admin: idOf('marit') },
    docOf: (markdown) => bodyOf(markdown, 'essay', context),
  })
  return [
    ...mutations,
    ...reacted,
    ...ordered,
    ...explained,
    ...lit,
    ...met,
    ...placed,
    ...planned,
    ...written,
    ...moderated,
    ...reviewed,
    ...shown,
    ...seasonal,
  ]
    .map((mutation, at) => ({ mutation, at }))
    .sort((a, b) => a.mutation.at - b.mutation.at || a.at - b.at)
    .map((entry) => entry.mutation)
}

export function memberId(key: string, at: number, draw: Drawer): string {
  return makeId(Math.floor(at), draw.bytes(`member/${key}`))
}

interface Context {
  readonly now: number
  readonly draw: Drawer
  readonly idOf: (key: string) => string
  readonly joinedAt: ReadonlyMap<string, number>
  readonly moderator: string
  readonly essays: readonly SeedEssay[]
}

function essayMutations(essay: SeedEssay, context: Context): readonly SeedMutation[] {
  const { draw, idOf } = context
  const at = Math.floor(context.now - essay.daysAgo * dayMs)
  const id = essayId(essay, context)
  const publish = {
    at,
    userId: idOf(essay.author),
    name: 'posts.publish',
    args: {
      id,
      revisionId: makeId(at, draw.bytes(`revision/${essay.key}`)),
      title: essay.title,
      body: bodyOf(essay.markdown, 'essay', context),
      kind: essay.kind,
      linkUrl: essay.url ?? null,
      lang: essay.lang,
      tags: essay.tags,
      writtenOn: null,
      submitToFrontpage: essay.frontpage,
    },
  }
  const byStaff = (name: string, when: number): SeedMutation => ({ at: when, userId: context.moderator, name, args: { id, isOn: true } })
  const lastComment = essay.comments.reduce((last, comment) => Math.max(last, comment.h), 0)
  return [
    publish,
    ...(essay.curated ? [byStaff('posts.setCurated', Math.min(at + dayMs, context.now))] : []),
    ...(essay.locked ? [byStaff('posts.setCommentsLocked', at + lastComment * hourMs + 60_000)] : []),
    ...voteMutations({ kind: 'post', id, name: essay.key }, essay.author, at, essay.votes, context),
    ...essay.comments.flatMap((comment) => commentActions(comment, essay.key, id, at, context)),
  ]
}

/** A quick take, the votes on it, and what was said to it. */
function takeMutations(take: SeedTake, context: Context): readonly SeedMutation[] {
  const at = Math.floor(context.now - take.daysAgo * dayMs)
  const id = makeId(at, context.draw.bytes(`comment/takes/${take.k}`))
  const userId = context.idOf(take.by)
  const args = {
    id,
    postId: quickTakesIdOf(userId),
    body: bodyOf(take.text, 'comment', context),
    tags: take.tags,
    isOnFrontpage: !take.off,
  }
  return [
    { at, userId, name: 'comments.postQuickTake', args },
    ...voteMutations({ kind: 'comment', id, name: `takes/${take.k}` }, take.by, at, take.v, context),
    ...take.replies.flatMap((reply) => commentActions(reply, 'takes', quickTakesIdOf(userId), at, context)),
  ]
}

function commentActions(
  comment: SeedComment,
  threadKey: string,
  postId: string,
  publishedAt: number,
  context: Context,
): readonly SeedMutation[] {
  const idOfComment = (k: string): string => makeId(publishedAt, context.draw.bytes(`comment/${threadKey}/${k}`))
  const at = Math.floor(publishedAt + comment.h * hourMs)
  const id = idOfComment(comment.k)
  const userId = context.idOf(comment.by)
  const parentId = comment.re === null ? null : idOfComment(comment.re)
  const mutations: SeedMutation[] = [
    {
      at,
      userId,
      name: 'comments.post',
      args: { id, postId, parentId, body: bodyOf(comment.text, 'comment', context), ...(comment.answer === true && { isAnswer: true }) },
    },
  ]
  if (comment.edit) {
    const body = bodyOf(comment.edit.text, 'comment', context)
    mutations.push({
      at: Math.floor(publishedAt + comment.edit.h * hourMs),
      userId,
      name: 'comments.edit',
      args: { id, body, bodyVersion: 1 },
    })
  }
  const removal = comment.remove
  if (removal) {
    const removedAt = Math.floor(publishedAt + removal.h * hourMs)
    mutations.push({ at: removedAt, userId: context.idOf(removal.by), name: 'comments.remove', args: { id, reason: removal.reason } })
  }
  const until = removal ? publishedAt + removal.h * hourMs : context.now
  const target = { kind: 'comment', id, name: `${threadKey}/${comment.k}` } as const
  return [...mutations, ...voteMutations(target, comment.by, at, comment.v, { ...context, now: until })]
}

interface Target {
  readonly kind: 'post' | 'comment'
  readonly id: string
  /**
   * What it is called in the files. The id has the time of the seeding in it: drawn by that, no two
   * seedings had the same karma.
   */
  readonly name: string
}

/**
 * Who votes, how strongly and when is drawn; how many is written in the files. Nobody votes before
 * having joined.
 */
function voteMutations(
  target: Target,
  author: string,
  from: number,
  counts: readonly [number, number, number, number],
  context: Context,
): readonly SeedMutation[] {
  const { draw, now } = context
  const [up, down, agree, disagree] = counts
  const voters = [...context.joinedAt].filter(([key, joinedAt]) => key !== author && joinedAt < from).map(([key]) => key)
  return (
    [
      ['approval', up, down],
      ['agreement', agree, disagree],
    ] as const
  ).flatMap(([axis, pro, contra]) =>
    draw
      .shuffled(`${axis}/${target.kind}/${target.name}`, voters)
      .slice(0, pro + contra)
      .map((key, at) => {
        const name = `${axis}/${target.kind}/${target.name}/${key}`
        const isStrong = draw.fraction(`${name}/strong`) < (target.kind === 'post' ? 0.2 : 0.06)
        const value = (at < pro ? 1 : -1) * (isStrong ? 2 : 1)
        const when = from + 60_000 + draw.fraction(`${name}/when`) * Math.max(0, Math.min(voteSpreadMs, now - from - 120_000))
        return {
          at: Math.floor(Math.min(when, now)),
          userId: context.idOf(key),
          name: 'votes.set',
          args: { targetKind: target.kind, targetId: target.id, axis, value },
        }
      }),
  )
}

function essayId(essay: SeedEssay, { now, draw }: Context): string {
  return makeId(Math.floor(now - essay.daysAgo * dayMs), draw.bytes(`essay/${essay.key}`))
}

/**
 * @throws Error when something in the text could not be taken over: the example community is to be
 *   whole.
 */
function bodyOf(markdown: string, profile: 'essay' | 'comment', context: Context): Doc {
  const resolveLink = (href: string): string | null => {
    if (!href.startsWith('essay:')) return href
    const essay = context.essays.find((candidate) => candidate.key === href.slice('essay:'.length))
    return essay === undefined ? null : links.post({ id: essayId(essay, context), slug: slugify(essay.title) })
  }
  const { doc, dropped } = markdownToDoc(markdown, profile, { resolveLink })
  if (dropped.length > 0)
    throw new Error(`example text loses ${dropped.map((drop) => `${drop.what} (${drop.where})`).join(', ')}: ${markdown.slice(0, 80)}`)
  return doc
}

/** @throws Error when the example community has no such thing. */
function targetOf(key: string, k: string | null, context: Context): { readonly id: string; readonly body: Doc } {
  const essay = context.essays.find((one) => one.key === key)
  const comment = essay?.comments.find((one) => one.k === k)
  if (essay === undefined || (k !== null && comment === undefined)) throw new Error(`nothing to react to: ${key} ${k ?? ''}`)
  if (comment === undefined) return { id: essayId(essay, context), body: bodyOf(essay.markdown, 'essay', context) }
  const publishedAt = Math.floor(context.now - essay.daysAgo * dayMs)
  const id = makeId(publishedAt, context.draw.bytes(`comment/${key}/${comment.k}`))
  return { id, body: bodyOf(comment.edit?.text ?? comment.text, 'comment', context) }
}
