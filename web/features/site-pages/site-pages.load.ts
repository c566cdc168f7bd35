import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import { links } from '#shared/links.ts'
import type { PageData, SiteFacts } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { allSitePages, postOfSitePage } from '#shared/site-pages/queries.ts'
import { canBeSitePage, canManageSitePages } from '#shared/site-pages/rules.ts'
import type { SitePageName } from '#shared/site-pages/schema.ts'
import { sitePageDetails } from '#shared/site-pages/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { Loads } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

/** What the pages are called, and what is said of them, where no post was chosen. */
const usual: Readonly<Record<SitePageName, { readonly title: string; readonly description: (site: SiteFacts) => string }>> = {
  about: { title: 'About', description: ({ name }) => `What ${name} is, and how people write and answer here.` },
  contact: { title: 'Contact', description: ({ name }) => `How to reach the people who run ${name}.` },
  faq: { title: 'Questions and answers', description: ({ name }) => `How ${name} works: accounts, votes, writing, reading offline.` },
  privacy: { title: 'Privacy', description: ({ name }) => `What ${name} keeps about readers and members, who sees it, and for how long.` },
  terms: { title: 'Terms of use', description: ({ name }) => `What members of ${name} and the people who run it owe each other.` },
}

/** `/about` and its like: the post that administrators have chosen, or the usual text. */
const loadSitePage = (name: SitePageName) => async (data: PageData) => {
  const { read, site } = data
  const canonical = links[name]()
  const found = await postOfSitePage(read, name)
  const { title, description } = usual[name]
  const head = { title, description: description(site), canonical }
  if (found === null) return { head, name, contactEmail: name === 'contact' ? (site.contactEmail ?? null) : null, post: null }
  const { post, revision } = found
  const html = await (data.longHtml ?? data.html)(revision.body, { idPrefix: '', profile: 'essay', trusted: true })
  return {
    head: { ...head, title: revision.title, description: excerpt(revision.body, 200) || head.description },
    ...{ name, contactEmail: null },
    post: { id: post.id, title: revision.title, version: revision.version },
    bodies: { [post.id]: html },
  }
}

/** `/admin/pages` */
async function loadChoosePages({ read, viewer }: PageData) {
  authorizePage(canManageSitePages(viewer))
  return {
    head: { title: 'Pages about the site' },
    fields: detailFields(sitePageDetails),
    rows: await Promise.all(
      (await read.list(allSitePages())).map(async (row) => {
        const post = await read.get(posts, row.postId)
        return {
          ...{ id: row.id, title: row.name, href: links[row.name]() },
          /** `null`: it is not there for everybody, so the usual text is shown. */
          post: post !== undefined && canBeSitePage(post) ? links.post(post) : null,
          typed: { ...typedDetails(sitePageDetails, row), postId: post === undefined ? row.postId : links.post(post) },
        }
      }),
    ),
  }
}

export type SitePageLoad = ReturnType<typeof loadSitePage>
export type ChoosePagesLoad = typeof loadChoosePages

export const loads = {
  '/about': loadSitePage('about'),
  '/contact': loadSitePage('contact'),
  '/faq': loadSitePage('faq'),
  '/privacy': loadSitePage('privacy'),
  '/terms': loadSitePage('terms'),
  '/admin/pages': loadChoosePages,
} satisfies Loads
