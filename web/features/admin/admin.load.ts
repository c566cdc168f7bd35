import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { feedbackIn, groupsBy } from '#shared/reports/queries.ts'
import { reportLinks } from '#shared/reports/links.ts'
import type { LoadRequest } from '../../app/route.ts'
import { counted } from '../../blocks/counts.ts'
import { requireAdmin } from './require-admin.ts'

/** `/admin` */
export async function loadAdmin({ read, viewer }: PageData, { url }: LoadRequest) {
  requireAdmin(viewer)
  const openErrors = await read.count(groupsBy('open', 'lastSeenAt', 1))
  const openFeedback = await read.count(feedbackIn('open', 1))
  return {
    head: { title: 'Administration' },
    /** One has just been signed out everywhere. */
    hasEndedSessions: url.searchParams.get('notice') === 'sessions-ended',
    /** What is said below the entries of the menu `administration`, by address. */
    notes: {
      [reportLinks.errorGroups()]: openErrors === 0 ? 'No open errors.' : `${counted(openErrors, 'open group')}.`,
      [reportLinks.feedback()]: openFeedback === 0 ? 'No open items.' : `${counted(openFeedback, 'message')} open.`,
      [reportLinks.health()]: 'Response times and load.',
      [moderationLinks.audit()]: 'What moderators and administrators did.',
      [reportLinks.migrations()]: 'Data migrations and their status.',
      [links.emailHistory()]: 'Which emails were sent to you.',
      [moderationLinks.commentEmbeddings()]: 'Find comments similar to a text or another comment.',
      [moderationLinks.assistantConversations()]: 'There is no assistant on this site.',
      [links.tagMerge()]: 'Merge two tags, with a preview.',
      [links.reviewAdmin()]: 'Dates, excluded posts, counting and results.',
      [links.seasonalEvents()]: 'Ceremonies, polls of a season and the banner.',
      [links.sitePages()]: 'Which posts are shown at /about, /contact, /faq, /privacy, /terms and /donate.',
      [links.paymentsAdmin()]: 'Payment details of members, and a ledger of prizes and reimbursements.',
      [links.onboardingPreview()]: 'As a new member sees them. Nothing is saved.',
      [links.synonyms()]: 'Words that search treats as the same.',
    } as Readonly<Record<string, string | undefined>>,
  }
}
