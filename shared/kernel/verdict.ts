/** What a rule answers. `reason` is a stable word that readers' texts are keyed by. */
export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: Reason }

/** Every reason a rule may give. Readers' words for each stand in one table on the web side. */
export type Reason =
  | 'sign-in-first'
  | 'not-found'
  | 'not-yours'
  | 'staff-only'
  | 'admins-only'
  | 'server-only'
  | 'posting-disabled'
  | 'commenting-disabled'
  | 'voting-disabled'
  | 'post-is-draft'
  | 'post-is-removed'
  | 'post-is-rejected'
  | 'comments-locked'
  | 'comment-is-removed'
  | 'comment-has-replies'
  | 'own-strong-vote'
  | 'own-agreement-vote'
  | 'banned'

export const allow: Verdict = { allowed: true }

export function deny(reason: Reason): Verdict {
  return { allowed: false, reason }
}
