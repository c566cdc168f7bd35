import { expect, test } from 'vitest'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const draft = aPost({ id: idOf(7), authorId: idOf(100), status: 'draft', publishedAt: null, slug: null, revisionId: null })
async function typedIn(body: Doc): Promise<string | undefined> {
  const revision = {
    ...{ id: draft.latestRevisionId, subjectKind: 'post', subjectId: draft.id, postId: draft.id, n: 1, version: '0.1.0', isDraft: true },
    ...{ title: '', body, wordCount: 0, authorId: idOf(100), at: T0 },
  }
  const data = testPageData({ posts: [draft], revisions: [revision] }, { viewer: member(idOf(100)), markdown: docToMarkdown })
  const { body: page } = await web.render({ url: `/editPost?postId=${draft.id}`, as: 'html' }, data)
  return /<textarea[^>]*name="markdown"[^>]*>([^<]*)<\/textarea>/u.exec(page)?.[1]?.trim()
}

test('the form has the text as it can be typed, and nothing where there is none', async () => {
  expect(await typedIn(paragraph('Some *words*.'))).toBe('Some \\*words\\*.')
  expect(await typedIn({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe('')
})
