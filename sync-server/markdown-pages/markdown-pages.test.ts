import { describe, expect, test } from 'vitest'
import { memberSlugs } from '#shared/accounts/member-edit-schema.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { comments } from '#shared/comments/schema.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { listings } from '#shared/feed/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { events } from '#shared/events/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { pathsWithMarkdown } from '#shared/pages/markdown-pages.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { chapters, sequences } from '#shared/sequences/schema.ts'
import {
  aChapter,
  aComment,
  aMember,
  aPost,
  aSequence,
  someKarmaStats,
  aTag,
  idOf,
  member,
  namedRels,
  namedTags,
  paragraph,
  T0,
} from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tagRequirements, tags } from '#shared/wiki/schema.ts'
import { plainReports } from '#shared/reports/site-reports.ts'
import { markdownOf } from './markdown-pages.ts'
import { tagPageMarkdown } from './wiki.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const ada = idOf(100)
const ben = idOf(200)
const postId = idOf(1)
const forged = 'End\n\n# Forged\n- [x](javascript:alert(1)) ![a](b) <script> `code` **bold** ---'
const origin = 'https://essays.example'
const site = { name: 'Essays', tagline: 'For tests', origin, build: 'b1', hasDevInbox: false, reports: plainReports }

async function community() {
  const tx = memoryTransaction()
  await tx.put(members, aMember({ id: ada, slug: 'ada', bio: forged, links: ['https://ada.example/'] }))
  await tx.put(memberSlugs, { id: 'ada-l', userId: ada, endedAt: T0 })
  await tx.put(members, aMember({ id: ben, userName: 'ben', userNameKey: 'ben', displayName: forged, displayNameKey: 'ben', slug: 'ben' }))
  await tx.put(karmaStats, someKarmaStats({ id: ada, karma: 5 }))
  const put = async (changes: Partial<Post>, body: Doc) => {
    const n = changes.id ?? postId
    const revisionId = `${n.slice(0, 20)}r${n.slice(21)}`
    const post = aPost({
      slug: 'on-tides',
      authorId: ada,
      revisionId,
      latestRevisionId: revisionId,
      frontpageAt: T0,
      curatedAt: T0,
      ...changes,
    })
    await tx.put(posts, post)
    const about = {
      id: revisionId,
      subjectKind: 'post',
      subjectId: post.id,
      postId: post.id,
      n: 1,
      version: '1.0.0',
      isDraft: post.status === 'draft',
    } as const
    await tx.put(revisions, { ...about, title: post.title, body, wordCount: 3, authorId: ada, at: T0 })
    const tally = {
      id: post.id,
      targetKind: 'post',
      postId: post.id,
      baseScore: 5,
      approvalVoteCount: 1,
      agreement: 0,
      agreementVoteCount: 0,
      maxBaseScore: 5,
    } as const
    await tx.put(tallies, tally)
    for (const rel of namedRels(post)) await tx.put(tagRels, rel)
    for (const listing of listingsOfPost(post, tally, T0, namedTags(post))) await tx.put(listings, listing)
  }
  const essay: Doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Within' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'See ' },
          { type: 'text', text: 'there', marks: [{ type: 'link', attrs: { href: '/posts/x' } }] },
        ],
      },
    ],
  }
  await put({ title: forged, tags: ['Ships'], kind: 'question' }, essay)
  await put({ id: idOf(2), slug: 'draft', status: 'draft', title: 'canary draft', publishedAt: null }, paragraph('canary text'))
  await put({ id: quickTakesIdOf(ada), slug: 'takes', holds: 'quickTakes', title: 'Takes' }, paragraph('x'))
  const say = (n: number, changes: Partial<ReturnType<typeof aComment>>, body = paragraph(`Said ${n}.`)) =>
    tx.put(comments, aComment({ id: idOf(n), postId, rootId: idOf(n), authorId: ben, postedAt: T0 + n, body, ...changes }))
  await say(10, {}, { type: 'doc', content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Comments' }] }] })
  await say(11, { parentId: idOf(10), rootId: idOf(10) })
  await say(12, { isAnswer: true })
  await say(13, { removedBy: 'moderator' }, paragraph('canary removed'))
  await say(14, { rejectedReason: 'canary' }, paragraph('canary rejected'))
  await say(15, { awaitsReview: true }, paragraph('canary waits'))
  await say(16, { postId: idOf(2) }, paragraph('canary under a draft'))
  await say(17, { postId: quickTakesIdOf(ada), authorId: ada, isQuickTake: true, activeAt: T0 })
  return tx
}

async function markdown(url: string, viewer: Viewer = visitor, given?: Awaited<ReturnType<typeof community>>) {
  const tx = given ?? (await community())
  const read = permittedRead(tx, viewer, policies)
  const data = { read, viewer, now: T0 + hourMs, site, search: null, markdown: docToMarkdown, isGone: async () => false }
  return markdownOf(data, url, async () => '<main><h1>About here</h1><p>Words <a href="/x">there</a>.</p></main>')
}

async function body(url: string, viewer?: Viewer): Promise<string> {
  const found = await markdown(url, viewer)
  return 'body' in found ? found.body : `${found.status} ${found.location}`
}

const postUrl = `/posts/${postId}/on-tides`
const filled: readonly string[] = pathsWithMarkdown.map((path) =>
  path
    .replace(':postId/:slug?', `${postId}/on-tides`)
    .replace(':postId/:slug', `${postId}/on-tides`)
    .replace(':commentId?', idOf(10))
    .replace('/slug/:slug', '/slug/on-tides')
    .replace(':slug', 'ben'),
)

describe('pages in Markdown', () => {
  test.each(filled)('%s has one, in which nobody forges a heading or a link, and nothing hidden stands', async (path) => {
    const text = await body(path)
    expect(text).not.toMatch(/canary/u)
    expect(text).not.toMatch(/^#+ Forged/mu)
    expect(text).not.toMatch(/(?<!\\)\]\(javascript/u)
    expect(text).not.toMatch(/(?<!\\)<script/u)
    expect(text.match(/^# /gmu) ?? []).toHaveLength(text.startsWith('30') ? 0 : 1)
  })

  test('comments say their points, and not where the authors of the post hide them', async () => {
    const tx = await community()
    const sums = { approvalVoteCount: 3, agreement: 0, agreementVoteCount: 0, maxBaseScore: 4_711 }
    await tx.put(tallies, { ...sums, id: idOf(10), targetKind: 'comment', postId, baseScore: 4_711 })
    const pages = [postUrl, `${postUrl}/comment/${idOf(10)}`, '/allComments', '/users/ben']
    const bodyOf = async (url: string) => {
      const found = await markdown(url, visitor, tx)
      return 'body' in found ? found.body : ''
    }
    for (const url of pages) expect([url, await bodyOf(url)]).toEqual([url, expect.stringContaining('4711 points')])
    await tx.put(posts, { ...(await getOrThrow(tx, posts, postId)), hidesCommentScores: true })
    for (const url of pages) {
      const text = await bodyOf(url)
      expect(text).toContain(idOf(10))
      expect(text).not.toMatch(/4711|, 1 point\b/u)
    }
    expect(await bodyOf(postUrl)).toContain('- Points: 5')
  })

  test('an event says when and where it is', async () => {
    const tx = await community()
    const revision = await getOrThrow(tx, revisions, (await getOrThrow(tx, posts, postId)).revisionId ?? '')
    await tx.put(posts, aPost({ id: idOf(700), slug: 'a-walk', kind: 'event', title: 'A walk', revisionId: idOf(701) }))
    await tx.put(revisions, { ...revision, id: idOf(701), subjectId: idOf(700), postId: idOf(700), title: 'A walk' })
    await tx.put(events, {
      ...{ id: idOf(700), starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo', startAt: T0, endAt: T0 },
      ...{ isOnline: false, location: 'Bryggen 1, Bergen', joinUrl: null, type: null, groupId: null, hasRsvps: false },
      ...{ isCancelled: true, sequence: 0, createdAt: T0, changedAt: T0 },
    })
    const found = await markdown(`/events/${idOf(700)}/a-walk`, visitor, tx)
    const text = 'body' in found ? found.body : ''
    for (const line of [
      '- Starts: 2026-12-03 19:00, Europe/Oslo',
      '- Ends: 2026-12-03 21:00, Europe/Oslo',
      'Bryggen 1, Bergen',
      '- Canceled',
    ])
      expect(text.replaceAll('\\', '')).toContain(line)
  })

  test('a page of the wiki has its text, its summaries and its lenses, and is found by its post', async () => {
    const tx = await community()
    const text = (n: number, changes: Partial<Post> = {}) =>
      aPost({ id: idOf(n), slug: `text-${n}`, kind: 'wiki', title: forged, authorId: ada, revisionId: idOf(n + 1), ...changes })
    const revision = {
      subjectKind: 'post',
      n: 1,
      version: '1.0.0',
      isDraft: false,
      title: forged,
      wordCount: 2,
      authorId: ada,
      at: T0,
    } as const
    for (const n of [800, 810]) {
      await tx.put(posts, text(n))
      await tx.put(revisions, { ...revision, id: idOf(n + 1), subjectId: idOf(n), postId: idOf(n), body: paragraph('Plain words.') })
    }
    const summaries = [{ id: idOf(830), tabTitle: forged, text: forged }]
    await tx.put(tags, aTag({ id: idOf(800), name: forged, slug: 'tides', summaries }))
    await tx.put(tags, aTag({ id: idOf(810), name: forged, slug: 'tides-2', state: 'lens', lensOf: idOf(800), tabTitle: forged }))
    const told = async (path: string) => {
      const found = await markdown(path, visitor, tx)
      return 'body' in found ? found.body : `${found.status} ${found.location}`
    }
    const plain = await told('/w/tides')
    for (const part of ['Plain words.', '## Summary', '?lens=tides-2', '- Version: 1.0.0']) expect(plain).toContain(part)
    for (const path of ['/w/tides', '/w/tides?lens=tides-2', '/w/tides/discussion', '/wikitags/all']) {
      expect(await told(path)).not.toMatch(/^#+ Forged|(?<!\\)\]\(javascript|(?<!\\)<script/mu)
    }
    await tx.put(tags, aTag({ id: idOf(840), name: 'Harbors', slug: 'harbors', requiresIds: [idOf(800), idOf(841)] }))
    await tx.put(tags, aTag({ id: idOf(841), name: 'Deleted name', slug: 'gone', state: 'deleted' }))
    for (const requiredId of [idOf(800), idOf(841)])
      await tx.put(tagRequirements, { id: `${idOf(840)}:${requiredId}`, tagId: idOf(840), requiredId })
    await tx.put(posts, text(840))
    await tx.put(revisions, { ...revision, id: idOf(841), subjectId: idOf(840), postId: idOf(840), body: paragraph('Plain words.') })
    expect(await told('/w/tides')).toMatch(/^- Relied upon by \[Harbors\]\(\S+\/w\/harbors\)$/mu)
    const requiring = await told('/w/harbors')
    expect(requiring).toMatch(/^- Requires \[.+\]\(\S+\/w\/tides\)$/mu)
    expect(requiring).not.toContain('Deleted name')
    expect(await told('/w/tides-2')).toBe('308 /w/tides?lens=tides-2')
    expect(await told(`/posts/${idOf(800)}/text-800`)).toBe('308 /w/tides')
    const data = {
      read: permittedRead(tx, visitor, policies),
      viewer: visitor,
      now: T0,
      site,
      search: null,
      markdown: docToMarkdown,
      isGone: async () => false,
    }
    expect(await tagPageMarkdown(data, 'tides')).toMatchObject({ status: 200, canonical: '/w/tides' })
    expect(await tagPageMarkdown(data, 'tides-2')).toMatchObject({ status: 200, canonical: '/w/tides?lens=tides-2' })
    expect(await tagPageMarkdown(data, 'nothing')).toMatchObject({ status: 404 })
  })

  test('a sequence has its chapters, and a post in it says where one goes on', async () => {
    const tx = await community()
    await tx.put(posts, aPost({ id: idOf(3), slug: 'third', title: 'Third', authorId: ada, revisionId: null }))
    await tx.put(sequences, aSequence({ authorId: ben, title: forged, body: paragraph('In order.') }))
    await tx.put(chapters, aChapter({ title: forged, postIds: [postId, idOf(3)] }))
    const told = async (path: string) => {
      const found = await markdown(path, visitor, tx)
      return 'body' in found ? found.body : String(found.status)
    }
    const whole = await told(`/s/${idOf(500)}`)
    expect(whole.match(/^# /gmu)).toHaveLength(1)
    expect(whole).not.toMatch(/^#+ Forged/mu)
    for (const part of ['In order.', `/s/${idOf(500)}/p/${postId}`, `/s/${idOf(500)}/p/${idOf(3)}`]) expect(whole).toContain(part)
    const one = await told(`/s/${idOf(500)}/p/${postId}`)
    expect(one).toContain('1 of 2')
    expect(one).toContain(`Next: [Third](${origin}/s/${idOf(500)}/p/${idOf(3)})`)
    await tx.put(sequences, aSequence({ authorId: ben, isDraft: true }))
    expect(await told(`/s/${idOf(500)}`)).toContain('# Not found')
  })

  test('a post has its facts, its text below the sections, its answers and comments in quotations', async () => {
    const text = await body(postUrl)
    expect(text).toMatch(/^# End \\# Forged/u)
    expect(text).toContain(`- URL: <${origin}${postUrl}>`)
    expect(text).toContain('### Within')
    expect(text).toContain(`[there](${origin}/posts/x)`)
    expect(text.match(/^## .*/gmu)).toEqual(['## Text', '## Answers', '## Comments'])
    expect(text).toContain('> ### Comments')
    expect(text).toContain('> > Said 11.')
    expect(text).toContain('Removed by its moderator')
  })

  test('a comment comes with its replies and what it answers', async () => {
    const text = await body(`${postUrl}?commentId=${idOf(11)}`)
    expect(text.match(/^## .*/gmu)).toEqual(['## In answer to', '## Comment'])
    expect(await body(`${postUrl}/comment/${idOf(10)}`)).toContain('## Replies')
    expect(await markdown(`${postUrl}/comment/${idOf(99)}`)).toMatchObject({ status: 404 })
    expect(await body(`${postUrl}?commentId=${idOf(99)}`)).toContain('## Text')
  })

  test('addresses that moved say where to', async () => {
    expect(await body(`/posts/${postId}/old-name`)).toBe(`308 ${postUrl}`)
    expect(await body('/posts/on-tides')).toBe(`302 ${postUrl}`)
    expect(await body('/posts/slug/on-tides?a=b')).toBe(`308 ${postUrl}?a=b`)
    expect(await body(`/users/${ada}`)).toBe('308 /users/ada')
    expect(await body('/users/ada-l')).toBe('308 /users/ada')
    expect(await body(`/users/${ada}?limit=50`)).toBe('308 /users/ada?limit=50')
    expect(await body(`/posts/${postId}/old-name?revision=1.0.0`)).toBe(`308 ${postUrl}?revision=1.0.0`)
  })

  test('hidden and absent are one answer', async () => {
    expect(await markdown(`/posts/${idOf(2)}`)).toEqual(await markdown(`/posts/${idOf(99)}`))
    expect(await markdown('/users/nobody')).toMatchObject({ status: 404 })
    expect(await markdown('/nothing/here')).toMatchObject({ status: 404 })
  })

  test('a draft is for its author, and for nobody else', async () => {
    expect(await body(`/posts/${idOf(2)}/draft`, member(ada))).toContain('canary text')
    expect(await body(`/editPost?postId=${idOf(2)}`, member(ada))).toContain('canary text')
    expect(await markdown(`/editPost?postId=${idOf(2)}`, member(ben))).toMatchObject({ status: 404 })
    expect(await markdown(`/editPost?postId=${idOf(2)}`)).toMatchObject({ status: 401 })
    expect(await markdown(`/editPost?postId=${idOf(2)}&key=${idOf(7)}`, { kind: 'visitor', linkKey: idOf(7) })).toMatchObject({
      status: 404,
    })
  })

  test('lists have what their pages have', async () => {
    const home = await body('/')
    expect(home.match(/^## .*/gmu)).toEqual(['## Curated', '## Latest', '## Recent comments'])
    expect(await body('/allPosts?tag=ships&timeframe=allTime')).toContain('# Posts on Ships')
    expect(await body('/questions')).toContain(`](${origin}${postUrl})`)
    expect(await body('/quicktakes')).toContain('Said 17.')
    expect(await body('/users/ada')).toContain('- Karma: 5')
  })

  test('a page of the product itself is read back from its HTML', async () => {
    expect(await body('/about')).toBe(`# About here\n\nWords [there](${origin}/x).\n`)
  })
})
