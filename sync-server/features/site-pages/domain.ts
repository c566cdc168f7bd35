import { formFor } from '#server/http/form-for.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { putDonationGoal, putSitePage, removeDonationGoal, removeSitePage } from '#shared/site-pages/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'

/** An id, or the address of the post. */
const idInAddress = (typed: string): string => typed.split(/[/?#\s]/u).find(isId) ?? typed

export const sitePagesOnServer = defineServerDomain({
  forms: [
    formFor(putSitePage, {
      fields: { postId: 'post' },
      read: { postId: idInAddress },
      makes: { what: 'site-pages', alike: ['name'] },
      to: () => links.sitePages(),
    }),
    formFor(removeSitePage, { to: () => links.sitePages() }),
    formFor(putDonationGoal, { makes: { what: 'donation-goals', alike: ['goal', 'currency'] }, to: () => links.sitePages() }),
    formFor(removeDonationGoal, { to: () => links.sitePages() }),
  ],
})
