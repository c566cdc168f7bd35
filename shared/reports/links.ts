/**
 * Addresses of the administration. Apart from `shared/links.ts`, which every reader's browser
 * loads.
 */
import { query } from '../links.ts'

interface ListAddress {
  readonly limit?: number | undefined
}

const segment = encodeURIComponent

export const reportLinks = {
  admin: () => '/admin',
  migrations: () => '/admin/migrations',
  health: (options: { readonly window?: 'day' | 'fortnight' | undefined } = {}) => `/admin/health${query({ ...options })}`,
  errorGroups: (options: ListAddress & { readonly state?: 'resolved' | undefined; readonly sort?: string | undefined } = {}) =>
    `/admin/errors${query({ ...options })}`,
  /** One event of a group of errors; the newest unless said. */
  errorGroup: (groupId: string, eventId?: string) => `/admin/errors/${segment(groupId)}${query({ event: eventId })}`,
  feedback: (options: ListAddress & { readonly state?: 'done' | undefined } = {}) => `/admin/feedback${query({ ...options })}`,
  feedbackMessage: (messageId: string) => `/admin/feedback/${segment(messageId)}`,
  feedbackScreenshot: (messageId: string) => `/admin/feedback/${segment(messageId)}/screenshot`,
  /** The same as a pattern, for the route. */
  anyScreenshot: '/admin/feedback/:id/screenshot',
} as const
