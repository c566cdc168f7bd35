/**
 * What a page says at its top after a form that led there (`?notice=`). The server names these
 * words in its own `notices.ts`.
 */
const noticeWords: Readonly<Record<string, string>> = {
  'reset-sent': 'If an account uses that address, we’ve sent it a link. The link expires in 1 hour.',
  'password-set': 'Password changed. You’re signed out everywhere; sign in with the new password.',
  'password-changed': 'Password changed. Your other sessions are signed out.',
  'email-confirmed': 'Your email address is confirmed.',
  'email-change-sent': 'We’ve sent a link to the new address. Your address stays the same until you confirm it there.',
  'email-change-canceled': 'Your address stays the same. The link we sent no longer works.',
  'email-changed': 'Your new email address is confirmed. The old one can undo this for 7 days.',
  deactivated: 'Your account is deactivated. Sign in again whenever you want it back.',
  'deletion-asked': 'Your account is hidden and will be deleted in 14 days. Sign in before then to keep it. We’ve sent you an email.',
  reopened: 'Welcome back. Your account is active again.',
  'verification-sent': 'Email sent. Open the link in it to confirm your address.',
  'second-factor-needed': 'Moderators and administrators need two-step sign-in or a passkey here. Set one up to use your role.',
  'passkey-added': 'Passkey added. You can sign in with it now.',
  'passkey-removed': 'Passkey removed. It no longer signs you in here; you can delete it from your device too.',
  'second-factor-off': 'Two-step sign-in is off. Your password alone signs you in.',
  'signed-in-by-mail-first':
    'You’re signed in, and your email address is confirmed. For your safety, the earlier password and other sessions no longer work. To choose a new password, sign out and press “Forgot password?”.',
  'provider-failed': 'That sign-in couldn’t be finished. Nothing was changed. Begin again here; each try works once, within 10 minutes.',
  'provider-away': 'The sign-in service doesn’t answer right now. Try again later, or sign in another way.',
  'provider-canceled': 'You canceled the sign-in. You can try again, or sign in another way.',
  'provider-known-address':
    'You already have an account with that email address. Sign in to it another way, then link it in the Security tab of your account.',
  'provider-taken': 'Not linked: it already signs in to another account, or this one has too many. Unlink it there first.',
  'provider-linked': 'Linked. You can sign in with it now.',
  'provider-unlinked': 'Unlinked. It no longer signs you in here.',
  'first-admin': 'You’re now an administrator.',
}

export function noticeOf(search: URLSearchParams): string | null {
  const name = search.get('notice') ?? ''
  return Object.hasOwn(noticeWords, name) ? (noticeWords[name] ?? null) : null
}
