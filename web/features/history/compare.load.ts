import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { accessOf } from '#shared/posts/rules.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import { versionNamed, versionsBetween, versionsOf } from '#shared/posts/version-queries.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { comparedFor } from '../../blocks/compare/compared-for.ts'
import { personView } from '../../blocks/people.ts'
import { PageProblem } from '../../data/answer.ts'
import type { Addresses } from './addresses.ts'
import { addressesOfPost } from './addresses.ts'
import { nameOf, postOf, wikiTextOf } from './history.load.ts'

/** content.md 3.8 */
const wordsAtOnce = 600
const wordsOfGrace = 20
/** More than these between two versions, and nobody is looked for. */
const maxBetween = 60

const nothing: Doc = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * `/compare/post/:postId/:slug?`: without `before` against nothing, without `after` the newest
 * there is.
 */
export async function loadComparison(data: PageData, { params, url }: LoadRequest) {
  const post = await postOf(data, { params, url }, links.comparePost, links.compareWiki)
  return comparisonOf(data, post, addressesOfPost(post), url)
}

/** `/compare/w/:slug`, also of a lens. */
export async function loadWikiComparison(data: PageData, { params, url }: LoadRequest) {
  const { post, addresses } = await wikiTextOf(data, params['slug'] ?? '', url, (slug) => links.compareWiki(slug))
  return comparisonOf(data, post, addresses, url)
}

export async function comparisonOf(data: PageData, post: Post, addresses: Addresses, url: URL) {
  const asked = { before: url.searchParams.get('before'), after: url.searchParams.get('after') }
  const before = asked.before ? await named(data, post, asked.before) : null
  const after = asked.after
    ? await named(data, post, asked.after)
    : (await versionsOf(data.read, post, 1, accessOf(data.viewer, post) !== 'none'))[0]
  if (after === undefined) throw new PageProblem(404, 'no-such-version')
  const isAll = url.searchParams.get('show') === 'all'
  const isOnly = url.searchParams.get('only') === 'changes'
  const stages = before === null ? [after] : await stagesOf(data, before, after)
  const editors = [...new Set(stages.map(({ authorId }) => authorId))]
  const compared = await comparedFor(data, {
    before: before?.body ?? nothing,
    stages: stages.map(({ body, authorId }) => ({ body, by: editors.indexOf(authorId) })),
    around: isOnly ? 1 : null,
    words: isAll ? null : wordsAtOnce,
    grace: wordsOfGrace,
  })
  const cards = await memberCards(data.read, [...editors, ...(before === null ? [] : [before.authorId])])
  const at = (more: Readonly<Record<string, string | undefined>>): string =>
    addresses.compare({
      before: before?.version,
      after: after.version,
      show: isAll ? 'all' : undefined,
      only: isOnly ? 'changes' : undefined,
      ...more,
    })
  const side = (revision: Revision) => ({
    version: revision.version,
    href: addresses.version(revision.version),
    at: revision.at,
    note: revision.note ?? '',
    title: revision.title,
    editor: personView(cards.get(revision.authorId) ?? unknownMember),
  })
  return {
    head: { title: `Comparing versions of ${await nameOf(data, post)}`, robots: 'noindex' as const },
    post: { title: await nameOf(data, post), lang: post.lang, dir: post.direction },
    before: before === null ? null : side(before),
    after: side(after),
    /** `null`: longer than is waited for. */
    compared,
    isAll,
    /** Those whose insertions are told apart; nobody when one person made them all. */
    people: editors.length > 1 ? editors.map((id) => (cards.get(id) ?? unknownMember).name) : [],
    isOnly,
    links: {
      all: at({ show: 'all' }),
      only: at({ only: 'changes' }),
      whole: at({ only: undefined }),
      page: addresses.page,
      history: addresses.history(),
    },
  }
}

async function named(data: PageData, post: Post, version: string): Promise<Revision> {
  const found = await versionNamed(data.read, post, version)
  if (found === undefined) throw new PageProblem(404, 'no-such-version')
  return found
}

/** The way from one to the other; only its end where it goes back, or there is too much of it. */
async function stagesOf({ read }: PageData, before: Revision, after: Revision): Promise<readonly Revision[]> {
  if (after.n <= before.n || after.n - before.n > maxBetween) return [after]
  const found = await versionsBetween(read, before, after, maxBetween)
  return found.at(-1)?.id === after.id ? found : [after]
}
