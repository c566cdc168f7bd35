import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { WikiText } from '#shared/wiki/page-queries.ts'
import type { PageHead } from '../../data/answer.ts'
import { shortened } from '#shared/text/shorten.ts'

interface Shown {
  readonly isLatest: boolean
  /** Names of those whose words it consists of. */
  readonly people: readonly string[]
}

/**
 * What search engines and other sites are told of a page. Earlier versions and what is deleted stay
 * out of search engines.
 */
export function wikiHead({ site }: PageData, { page, lens, post, revision }: WikiText, { isLatest, people }: Shown): PageHead {
  const shown = lens ?? page
  const title = lens === null ? page.name : `${page.name}: ${lens.tabTitle || lens.name}`
  const [summary] = page.summaries
  const description = shortened(lens === null && summary !== undefined ? summary.text : excerpt(revision.body, 200), 300)
  const path = links.wiki(page.slug ?? page.id, { lens: lens?.slug ?? undefined })
  const isOpen = shown.state === 'page' || shown.state === 'lens'
  const isIndexed = isOpen && !post.noIndex && isLatest
  return {
    title,
    ...(description !== '' && { description }),
    canonical: path,
    type: 'article',
    lang: post.lang,
    dir: post.direction,
    ...(post.publishedAt !== null && { publishedAt: post.publishedAt }),
    ...(page.bannerUrl !== null && { image: page.bannerUrl }),
    ...(isIndexed ? {} : { robots: 'noindex' as const }),
    ...(isOpen &&
      !page.isWikiOnly &&
      page.slug !== null && {
        feeds: [{ href: links.feed({ view: 'tagScore', tagId: page.slug }), title: `${site.name}: ${page.name}` }],
      }),
    ...(isIndexed && {
      jsonLd: {
        '@type': 'Article',
        headline: title.slice(0, 110),
        ...(description !== '' && { description }),
        url: `${site.origin}${path}`,
        mainEntityOfPage: `${site.origin}${path}`,
        ...(people.length > 0 && { author: people.map((name) => ({ '@type': 'Person', name })) }),
        ...(post.publishedAt !== null && { datePublished: new Date(post.publishedAt).toISOString() }),
        dateModified: new Date(revision.at).toISOString(),
        inLanguage: post.lang,
        wordCount: revision.wordCount,
        commentCount: post.commentCount,
        publisher: { '@type': 'Organization', name: site.name, url: site.origin },
      },
    }),
  }
}
