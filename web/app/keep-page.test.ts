import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { aComment, aMember, aPost, aTag, aTerm, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import type { TagSlug } from '#shared/wiki/schema.ts'
import type { Rows } from '../blocks/testing/rows-read.ts'
import { testPageData } from '../blocks/testing/rows-read.ts'
import * as web from '../entry-server.tsx'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const post = aPost({ commentCount: 2 })
const water = aTag({ id: idOf(700), name: 'Water', slug: 'water' })
const ofWater = aPost({ id: water.id, kind: 'wiki', slug: 'its-text', revisionId: water.id, latestRevisionId: water.id })
const slug: TagSlug = { id: `${water.id}:water`, slug: 'water', tagId: water.id }
const revisionOf = (id: string, postId: string) => ({
  ...{ id, subjectKind: 'post', subjectId: postId, postId, n: 1, version: '1.0.0', isDraft: false },
  ...{ title: 'On tides', body: paragraph('Water comes back.'), wordCount: 3, authorId: post.authorId, at: T0 },
})
const rows: Rows = {
  posts: [post, ofWater],
  revisions: [revisionOf(idOf(2), post.id), revisionOf(water.id, water.id)],
  members: [aMember(), aMember({ id: idOf(200), userName: 'ben', slug: 'ben' })],
  comments: [aComment({ replyCount: 1 }), aComment({ id: idOf(11), parentId: idOf(10), rootId: idOf(10) })],
  glossary_terms: [aTerm({ id: idOf(701) }), aTerm({ id: idOf(702), term: 'ebb', isApproved: false })],
  tags: [water],
  tag_slugs: [slug],
}

// Otherwise it is kept for nobody, or without its words.
describe('every text of a page is found again in its document', () => {
  test.each([
    ['an essay with comments and a glossary', `/posts/${post.id}/on-tides`, 5],
    ['an answer above the essay, with what it answers', `/posts/${post.id}/on-tides?commentId=${idOf(11)}`, 7],
    ['comments, each with what it answers', '/allComments?karmaThreshold=-5', 3],
    ['a page of the wiki', '/w/water', 1],
  ])('%s', async (_, url, count) => {
    const { body: html, status } = await web.render({ url, as: 'html' }, testPageData(rows))
    expect(status).toBe(200)
    const data: { readonly bodies: object } = JSON.parse((await web.render({ url, as: 'data' }, testPageData(rows))).body)
    const names = bodiesIn(parse(html).childNodes, undefined)
    expect(names.toSorted()).toEqual(Object.keys(data.bodies).toSorted())
    expect(names).toHaveLength(count)
  })
})

/**
 * The names under which `withBodies` keeps the texts of a document; “none” where it would find
 * none.
 */
function bodiesIn(nodes: readonly Node[], item: string | undefined): readonly string[] {
  return nodes.flatMap((node) => {
    if (!('tagName' in node)) return []
    const own = node.tagName === 'li' ? (attribute(node, 'id') ?? item) : item
    const within = bodiesIn(node.childNodes, own)
    const named = attribute(node, 'data-body')
    if (named === undefined && !/\bc-body\b/u.test(attribute(node, 'class') ?? '')) return within
    return [named ?? own ?? 'none', ...within]
  })
}

const attribute = (element: Element, name: string): string | undefined => element.attrs.find((attr) => attr.name === name)?.value
