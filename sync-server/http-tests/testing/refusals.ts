/** A site, somebody who tries what is not allowed, and what has to hold when it is refused. */
import { beforeAll, expect } from 'vitest'
import type { Answer, Client, Sending } from './client.ts'
import type { Site } from './site.ts'
import { siteForTests } from './site-for-tests.ts'
import { publishedPosts } from './seeded-posts.ts'

export const json = 'application/json'
export const form = 'application/x-www-form-urlencoded'
const written = [
  'members',
  'standings',
  'credentials',
  'posts',
  'revisions',
  'comments',
  'votes',
  'tallies',
  'listings',
  'email_tokens',
  'vote_events',
]

export interface Cast {
  /** Oskar, who tries. */
  readonly member: Client
  readonly draftId: string
  /** Ngozi, whose things are none of Oskar's business. */
  readonly victim: Client
  readonly foreignDraft: string
  /** Published by neither, open for comments, of which others have written some. */
  readonly openPostId: string
  readonly lockedPostId: string
}

export interface Refusals {
  readonly site: Site
  /** Who and what is there when the tests begin. */
  cast(): Cast
  idOf(userName: string): string
  /** Refused with one of these, small, not kept, and nothing written. */
  refused(statuses: readonly number[], send: () => Promise<Answer>): Promise<Answer>
  /** Sent by the member, from this site. */
  raw(path: string, type: string, body: string | Uint8Array, headers?: Sending['headers']): Promise<Answer>
  mutation(name: string, args: unknown): Promise<Answer>
}

/** Starts a site for the tests of one file. */
export function refusals(): Refusals {
  const site = siteForTests()
  let present: Cast | undefined
  const cast = (): Cast => {
    if (present === undefined) throw new Error('They come with the tests: ask for them within a test.')
    return present
  }
  beforeAll(async () => {
    present = await castOf(site)
  })
  const raw: Refusals['raw'] = (path, type, body, headers = {}) => {
    const own = { origin: site.origin, 'sec-fetch-site': 'same-origin' }
    return cast().member.send('POST', path, { headers: { 'content-type': type, accept: json, ...own, ...headers }, body })
  }
  return {
    site,
    cast,
    idOf: (userName) => idOf(site, userName),
    async refused(statuses, send) {
      const before = site.digest(written)
      const answer = await send()
      expect(statuses, `${answer.path}: ${answer.text.slice(0, 120)}`).toContain(answer.status)
      expect(answer.bytes, `${answer.path} is large for a refusal`).toBeLessThan(
        answer.headers['content-type']?.startsWith('text/html') === true ? 400_000 : 1_000,
      )
      expect(site.digest(written), `${answer.path} changed something`).toBe(before)
      return answer
    },
    raw,
    mutation: (name, args) => raw(`/api/mutations/${name}`, json, JSON.stringify({ args })),
  }
}

/**
 * For the end of each file: still there, and none of what was sent was an error of the server's
 * own.
 */
export async function expectUnharmed(site: Site): Promise<void> {
  expect((await site.visitor().get('/healthz')).status).toBe(200)
  expect(site.errors()).toEqual([])
}

/**
 * A server may close a line on which too much is coming before its answer could be read: as good as
 * 413.
 */
export function closedInstead(error: unknown): Answer {
  const code = (error as { readonly code?: unknown }).code
  if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error
  return {
    status: 413,
    headers: {},
    text: '',
    bytes: 0,
    path: '',
    location: null,
    html: () => ({ name: '#document', attributes: new Map(), children: [] }),
  }
}

async function castOf(site: Site): Promise<Cast> {
  const member = await site.member('oskar')
  const victim = await site.member('ngozi')
  const foreignDraft = await saveDraft(victim, 'Not for you', 'A secret draft.')
  const draftId = await saveDraft(member, 'Mine', 'A draft.')
  const moderator = await site.member('teo')
  const published = publishedPosts(site).filter((row) => row['authorId'] !== idOf(site, 'oskar'))
  const commented = new Set(site.table('comments').flatMap((row) => (row['authorId'] === idOf(site, 'oskar') ? [] : [row['postId']])))
  const openPost = published.find((row) => row['commentsLocked'] === false && commented.has(row['id'])) ?? {}
  const lockedPost = published.find((row) => row !== openPost) ?? {}
  await moderator.postForm('posts.setCommentsLocked', { postId: String(lockedPost['id']), on: 'yes' })
  return { member, victim, draftId, foreignDraft, openPostId: String(openPost['id']), lockedPostId: String(lockedPost['id']) }
}

/** Its id. */
async function saveDraft(author: Client, title: string, markdown: string): Promise<string> {
  const fields = { postId: '', title, markdown, lang: 'en', kind: 'post', from: '/newPost' }
  const saved = await author.postForm('posts.saveDraft', fields)
  return new URL(saved.location ?? '', author.origin).searchParams.get('postId') ?? ''
}

function idOf(site: Site, userName: string): string {
  return String(site.table('members').find((row) => row['userName'] === userName)?.['id'])
}
