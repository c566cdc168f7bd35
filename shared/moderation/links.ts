/**
 * Addresses of the moderators' pages. Apart from `shared/links.ts`, which every reader's browser
 * loads.
 */
import { query } from '../links.ts'

export const moderationLinks = {
  /** What moderators did, for everybody. `options`: offsets of its sections, and its switches. */
  log: (options: Readonly<Record<string, string | number | undefined>> = {}) => `/moderation${query(options)}`,
  comments: (options: { readonly limit?: number | undefined } = {}) => `/moderatorComments${query({ ...options })}`,
  audit: (options: { readonly limit?: number | undefined; readonly by?: string | undefined; readonly about?: string | undefined } = {}) =>
    `/admin/audit${query({ ...options })}`,
}
