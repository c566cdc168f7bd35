/** What a rule answers. `reason` is a stable word that readers' texts are keyed by. */
export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: Reason }

/** Every reason a rule may give. Readers' words for each stand in one table on the web side. */
export type Reason =
  | 'sign-in-first'
  | 'not-found'
  | 'no-such-version'
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
  | 'comment-is-rejected'
  | 'replies-locked'
  | 'others-quick-takes'
  | 'not-a-quick-take'
  | 'not-a-question'
  | 'not-in-dialogue'
  | 'barred-by-author'
  | 'cannot-be-barred'
  | 'guidelines-first'
  | 'moderating-needs-karma'
  | 'nobody-has-joined'
  | 'dialogue-is-full'
  | 'no-text-to-edit'
  | 'own-strong-vote'
  | 'own-agreement-vote'
  | 'poll-is-closed'
  | 'reacting-needs-karma'
  | 'first-reaction-needs-karma'
  | 'own-anti-react'
  | 'nothing-to-oppose'
  | 'too-many-reactions'
  | 'quote-is-gone'
  | 'banned'
  | 'pace-little-karma'
  | 'pace-negative-karma'
  | 'pace-down-voted'
  | 'key-needed'
  | 'key-invalid'
  | 'key-scope'

export const allow: Verdict = { allowed: true }

export function deny(reason: Reason): Verdict {
  return { allowed: false, reason }
}
