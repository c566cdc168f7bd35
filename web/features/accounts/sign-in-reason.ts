import { links } from '#shared/links.ts'

/** What the pages are for that need an account, by how their address begins. */
const purposes: readonly (readonly [string, string])[] = [
  [links.newPost(), 'write a post'],
  ['/editPost', 'go on writing'],
  [links.drafts(), 'see your drafts'],
  [links.notices(), 'see your notifications'],
  [links.manageSubscriptions(), 'manage your subscriptions'],
  [links.bookmarks(), 'have your bookmarks and history on all your devices'],
  [links.outbox(), 'send what is waiting on this device'],
  [links.account(), 'manage your account'],
  [links.createWiki(), 'write a wiki page'],
  [links.sequencesNew(), 'make a sequence'],
  [links.importTexts(), 'import texts'],
  [links.exportTexts(), 'export your texts'],
  [links.glossaryEditor(), 'explain the terms of your posts'],
]

/**
 * Why somebody is asked to sign in who was led here from another page; `null` where they came by
 * themselves. @param returnTo a path on this site.
 */
export function signInReason(returnTo: string, mode: 'signIn' | 'signUp'): string | null {
  if (returnTo === links.front()) return null
  const verb = mode === 'signUp' ? 'Sign up' : 'Sign in'
  const path = returnTo.split(/[?#]/u)[0] ?? ''
  const purpose = purposes.find(([begin]) => path === begin)?.[1] ?? (/^\/w\/[^/]+\/edit$/u.test(path) ? 'edit this wiki page' : null)
  return purpose === null ? `${verb}, and you’ll be back on the page you came from.` : `${verb} to ${purpose}.`
}
