/**
 * The names of all tags that can be put to posts, and those that somebody means by a few letters.
 */
import type { Common } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Tag } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { bare, noRank, rankOf } from './name-rank.ts'
import { tagRels } from './tag-vote-schema.ts'
import { factsOf } from './tag-vote-rules.ts'
import { tags } from './schema.ts'

export interface TagChoice {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly isCore: boolean
  readonly postCount: number
}

/** Of each kind; a larger wiki is searched by what is liked most and by what is newest. */
const maxNames = 2_000
const maxFound = 20

const ofState = (state: 'page' | 'placeholder', by: 'likes' | 'createdAt') =>
  defineQuery({ table: tags, index: ['state', by], equals: [state], order: 'descending', limit: maxNames })

const coreTags = defineQuery({ table: tags, index: ['isCore', 'order'], equals: [true], order: 'ascending', limit: 100 })

/** Core tags first, in their order. */
export const tagChoices: Common<null, readonly TagChoice[]> = {
  name: 'wiki.tagChoices',
  keyOf: () => '',
  async make(read) {
    const core = await read.list(coreTags)
    const others = [...(await read.list(ofState('page', 'likes'))), ...(await read.list(ofState('placeholder', 'createdAt')))]
    return [...core, ...others.filter(({ isCore }) => !isCore)].filter(isTag).map(choiceOf)
  },
  bytesOf: (found) => found.length * 200,
}

/**
 * A name that stands at no public post may come from one that waits to be looked at, or was taken
 * away.
 */
const isTag = (tag: Tag): boolean => factsOf(tag).isAway !== true && (tag.state !== 'placeholder' || tag.postCount > 0)

const choiceOf = ({ id, name, slug, isCore, postCount }: Tag): TagChoice => ({ id, name, slug: slug ?? id, isCore, postCount })

/** Those that a device knows: the pages it holds, and what stands at the posts it holds. */
export async function localTagChoices(read: Read): Promise<readonly TagChoice[]> {
  const held = await tagChoices.make(read, null, 0)
  const byId = new Map(held.map((choice) => [choice.id, choice]))
  const atPosts = defineQuery({ table: tagRels, index: ['tagId', 'appliedAt'], equals: [], order: 'ascending', limit: 10_000 })
  for (const { tagId: id, tag } of await read.list(atPosts)) {
    if (tag.isAway === true || byId.has(id)) continue
    byId.set(id, { id, name: tag.name, slug: tag.slug, isCore: tag.isCore === true, postCount: 0 })
  }
  return [...byId.values()].toSorted((a, b) => Number(b.isCore) - Number(a.isCore))
}

/**
 * The names that begin so, then those with a word that does, then those in which it stands; of
 * equals the one with more posts.
 */
export function choicesLike(all: readonly TagChoice[], words: string): readonly TagChoice[] {
  const wanted = bare(words.replace(/^#/u, ''))
  return all
    .map((choice) => ({ choice, rank: rankOf(choice.name, wanted) }))
    .filter(({ rank }) => rank < noRank)
    .toSorted((a, b) => a.rank - b.rank || b.choice.postCount - a.choice.postCount)
    .slice(0, maxFound)
    .map(({ choice }) => choice)
}
