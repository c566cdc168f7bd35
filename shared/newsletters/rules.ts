import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Post } from '../posts/schema.ts'
import type { Newsletter } from './schema.ts'
import { newsletterLimits } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { kindFacts } from '../posts/kinds.ts'
import { isListed } from '../posts/rules.ts'

/** Members who may publish and have confirmed their address. */
export function canOfferNewsletter(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.postingDisabled) return deny('posting-disabled')
  if (!viewer.hasConfirmedEmail) return deny('confirm-email-first')
  return allow
}

/** Importing addresses means mails to people who did not ask for them here. */
export function canImportReaders(viewer: Viewer, newsletter: Pick<Newsletter, 'isOn'> | undefined): Verdict {
  const offers = canOfferNewsletter(viewer)
  if (!offers.allowed || viewer.kind === 'visitor') return offers
  if (viewer.karma < newsletterLimits.karmaToImport) return deny('importing-needs-karma')
  return newsletter?.isOn === true ? allow : deny('newsletter-is-off')
}

/** Whether an essay is mailed: public, in the lists, with a text, published since it is offered. */
export function isMailed(post: Post, newsletter: Newsletter | undefined): boolean {
  const facts = kindFacts(post)
  const isEssay = facts.isListed && facts.hasText && !facts.isQuestionPage
  const isShown = isListed(post) && post.isOffLists !== true
  return isEssay && isShown && newsletter?.isOn === true && (post.publishedAt ?? 0) >= newsletter.since
}
