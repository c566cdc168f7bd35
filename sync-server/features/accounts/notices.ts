/**
 * What a page says at its top after a form that led there; it stands in the address as `notice`.
 */
export type Notice =
  | 'reset-sent'
  | 'password-set'
  | 'password-changed'
  | 'email-confirmed'
  | 'email-change-sent'
  | 'email-change-canceled'
  | 'email-changed'
  | 'deactivated'
  | 'deletion-asked'
  | 'reopened'
  | 'verification-sent'
  | 'first-admin'
  | 'second-factor-needed'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'signed-in-by-mail-first'
  | 'provider-failed'
  | 'provider-away'
  | 'provider-canceled'
  | 'provider-known-address'
  | 'provider-taken'
  | 'provider-linked'
  | 'provider-unlinked'

export function withNotice(location: string, notice: Notice): string {
  return `${location}${location.includes('?') ? '&' : '?'}notice=${notice}`
}
