import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import { wholeAmountWords } from '#shared/payments/money.ts'
import { links } from '#shared/links.ts'
import type { PageData, SiteFacts } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { allSitePages, donationGoal, postOfSitePage } from '#shared/site-pages/queries.ts'
import { canBeSitePage, canManageSitePages } from '#shared/site-pages/rules.ts'
import type { DonationGoal, PageWithText } from '#shared/site-pages/schema.ts'
import { donationGoalDetails, sitePageDetails } from '#shared/site-pages/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { Loads } from '../../app/route.ts'
import { grouped } from '../../blocks/counts.ts'
import { authorizePage } from '../../data/answer.ts'

/** What the pages are called, and what is said of them, where no post was chosen. */
const usual: Readonly<Record<PageWithText, { readonly title: string; readonly description: (site: SiteFacts) => string }>> = {
  about: { title: 'About', description: ({ name }) => `What ${name} is, and how people write and answer here.` },
  contact: { title: 'Contact', description: ({ name }) => `How to reach the people who run ${name}.` },
  faq: { title: 'Questions and answers', description: ({ name }) => `How ${name} works: accounts, votes, writing, reading offline.` },
  privacy: { title: 'Privacy', description: ({ name }) => `What ${name} keeps about readers and members, who sees it, and for how long.` },
  terms: { title: 'Terms of use', description: ({ name }) => `What members of ${name} and the people who run it owe each other.` },
}

/** `/about` and its like: the post that administrators have chosen, or the usual text. */
const loadSitePage = (name: PageWithText) => async (data: PageData) => {
  const { read, site } = data
  const canonical = links[name]()
  const found = await postOfSitePage(read, name)
  const { title, description } = usual[name]
  const head = { title, description: description(site), canonical }
  if (found === null) return { head, name, contactEmail: name === 'contact' ? (site.contactEmail ?? null) : null, post: null }
  const { title: postTitle, description: postDescription, ...shown } = await shownPost(data, found)
  return {
    head: { ...head, title: postTitle, description: postDescription || head.description },
    ...{ name, contactEmail: null },
    ...shown,
  }
}

/** `/donate`: the post that administrators have chosen; without one the site takes no donations. */
async function loadDonate(data: PageData) {
  const { read, site } = data
  const head = { title: 'Donate', canonical: links.donate() }
  const found = await postOfSitePage(read, 'donate')
  if (found === null) return { head: { ...head, robots: 'noindex' as const }, isAbsent: true as const, post: null, goal: null }
  const [row] = await read.list(donationGoal())
  const { title, description, ...shown } = await shownPost(data, found)
  return {
    head: { ...head, title, description: description || `How to support ${site.name}.` },
    ...{ isAbsent: undefined, goal: row === undefined ? null : thermometer(row) },
    ...shown,
  }
}

/** In words that are made once: browsers know other versions of the currencies' signs. */
function thermometer({ goal, raised, currency }: DonationGoal) {
  const [given, wanted] = [wholeAmountWords(raised, currency), wholeAmountWords(goal, currency)]
  const percent = Math.floor((raised / goal) * 100)
  return { goal, raised, words: `${given} raised of ${wanted} (${grouped(percent)}%)` }
}

async function shownPost(data: PageData, { post, revision }: NonNullable<Awaited<ReturnType<typeof postOfSitePage>>>) {
  const html = await (data.longHtml ?? data.html)(revision.body, { idPrefix: '', profile: 'essay', trusted: true })
  return {
    title: revision.title,
    description: excerpt(revision.body, 200),
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
    goalFields: detailFields(donationGoalDetails),
    goals: (await read.list(donationGoal())).map((row) => ({
      ...{ id: row.id, title: 'Donation goal', words: thermometer(row).words },
      typed: typedDetails(donationGoalDetails, row),
    })),
    rows: await Promise.all(
      (await read.list(allSitePages())).map(async (row) => {
        const post = await read.get(posts, row.postId)
        return {
          ...{ id: row.id, title: row.name, href: links[row.name](), hasText: row.name !== 'donate' },
          /** `null`: it is not there for everybody, so the usual text is shown, if any. */
          post: post !== undefined && canBeSitePage(post) ? links.post(post) : null,
          typed: { ...typedDetails(sitePageDetails, row), postId: post === undefined ? row.postId : links.post(post) },
        }
      }),
    ),
  }
}

export type SitePageLoad = ReturnType<typeof loadSitePage>
export type DonateLoad = typeof loadDonate
export type ChoosePagesLoad = typeof loadChoosePages

export const loads = {
  '/about': loadSitePage('about'),
  '/contact': loadSitePage('contact'),
  '/faq': loadSitePage('faq'),
  '/privacy': loadSitePage('privacy'),
  '/terms': loadSitePage('terms'),
  '/donate': loadDonate,
  '/admin/pages': loadChoosePages,
} satisfies Loads
