/**
 * Addresses of the moderators' pages. Apart from `shared/links.ts`, which every reader's browser
 * loads.
 */
import { links, query } from '../links.ts'

export const moderationLinks = {
  /** What moderators did, for everybody. `options`: offsets of its sections, and its switches. */
  log: (options: Readonly<Record<string, string | number | undefined>> = {}) => `/moderation${query(options)}`,
  comments: (options: { readonly limit?: number | undefined } = {}) => `/moderatorComments${query({ ...options })}`,
  /** What would go with an account, and the purge of it. For the staff. */
  purge: (slug: string) => `${links.user(slug)}/purge`,
  /** Members who have written lately, and some member. For the staff. */
  activeMembers: () => '/admin/recentlyActiveUsers',
  randomMember: (of?: 'member' | 'author' | 'reader') => `/admin/random-user${query({ of })}`,
  contentChecks: (options: { readonly try?: string } = {}) => `/admin/contentChecks${query({ ...options })}`,
  /** What content checks have marked. For the staff. */
  markedTexts: () => '/admin/modgpt',
  /** Other accounts of a member; `look`: what was found. For administrators. */
  altAccounts: (options: { readonly look?: string; readonly slug?: string; readonly clientId?: string } = {}) =>
    `/moderation/altAccounts${query({ ...options })}`,
  /** What could be curated; `post`: about which a notice is begun. */
  curation: (options: { readonly post?: string; readonly state?: 'dismissed'; readonly limit?: number } = {}) =>
    `/admin/curation${query({ ...options })}`,
  assistantConversations: () => '/admin/llmConversations',
  /** Comments that are like a text, or like another comment. For administrators. */
  commentEmbeddings: (options: { readonly text?: string; readonly commentId?: string; readonly bias?: number } = {}) =>
    `/admin/commentEmbeddings${query({ ...options })}`,
  audit: (options: { readonly limit?: number | undefined; readonly by?: string | undefined; readonly about?: string | undefined } = {}) =>
    `/admin/audit${query({ ...options })}`,
}
