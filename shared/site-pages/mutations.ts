/** Administrators' work, asked of the server. */
import { AppError } from '../kernel/errors.ts'
import { putMutation, removeMutation } from '../kernel/row-mutations.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { canBeSitePage, canManageSitePages } from './rules.ts'
import { donationGoalDetails, donationGoals, sitePageDetails, sitePages } from './schema.ts'

const who = { table: sitePages, may: canManageSitePages }

/** @throws AppError 'taken' with `name` when that page has a post. */
export const putSitePage = putMutation({
  ...{ ...who, name: 'sitePages.put', details: sitePageDetails },
  make: ({ now }) => ({ createdAt: now }),
  async check({ tx }, { postId }) {
    if (!canBeSitePage(await getOrThrow(tx, posts, postId))) throw new AppError('invalid', { field: 'postId' })
  },
})

export const removeSitePage = removeMutation({ ...who, name: 'sitePages.remove' })

const goal = { table: donationGoals, may: canManageSitePages }

/** @throws AppError 'taken' with `page` where there is a goal already. */
export const putDonationGoal = putMutation({
  ...{ ...goal, name: 'donationGoals.put', details: donationGoalDetails },
  make: ({ now }) => ({ page: 'donate' as const, createdAt: now }),
})

export const removeDonationGoal = removeMutation({ ...goal, name: 'donationGoals.remove' })
