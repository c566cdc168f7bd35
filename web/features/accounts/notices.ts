/**
 * What a page says at its top after a form that led there (`?notice=`). The server names these
 * words in its own `notices.ts`.
 */
const noticeWords: Readonly<Record<string, string>> = {
  'reset-sent': 'If there is an account with that address, a mail with a link is on its way. The link works for a short time.',
  'password-set': 'The new password is set, and every browser has been signed out. Sign in with it now.',
  'password-changed': 'The new password is set. Every other browser has been signed out.',
  'email-confirmed': 'Your email address is confirmed.',
  'verification-sent': 'A mail is on its way. Open the link in it to confirm your address.',
  'first-admin': 'You are the administrator of this site now.',
}

export function noticeOf(search: URLSearchParams): string | null {
  const name = search.get('notice') ?? ''
  return Object.hasOwn(noticeWords, name) ? (noticeWords[name] ?? null) : null
}
