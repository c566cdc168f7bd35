/** People who are not of the example community: they sign up and get mails. */
import type { Answer, Client } from './client.ts'
import type { Site } from './site.ts'
import { attributeOf, elementsOf, textOf } from './html.ts'

/** Of everybody who signs up. */
export const password = 'a quiet harbour at six'

/** Their address is their name at mail.test. */
export async function signUp(client: Client, userName: string): Promise<Answer> {
  return client.submit(await client.get('/login?mode=signUp'), 'accounts.signUp', {
    userName,
    email: `${userName.toLowerCase()}@mail.test`,
    password,
  })
}

/** The newest mail to this address, as its page in the development inbox shows it. */
export async function mailTo(site: Site, address: string, about: RegExp): Promise<Answer> {
  // Mails leave behind the answer: the inbox is asked until this one is there.
  for (let tries = 0; tries < 200; tries += 1) {
    const inbox = (await site.visitor().get('/dev/inbox')).html()
    const row = elementsOf(inbox, 'li').find((each) => textOf(each).includes(address) && about.test(textOf(each)))
    const href = row === undefined ? null : attributeOf(elementsOf(row, 'a')[0], 'href')
    if (href !== null) return site.visitor().get(href)
  }
  throw new Error(`no mail to ${address} about ${String(about)}`)
}

/**
 * The first address in it that has this in it, without the site's origin; empty when there is none.
 */
export function linkIn(site: Site, mail: Answer, start: string): string {
  const found = elementsOf(mail.html(), 'a')
    .map((link) => attributeOf(link, 'href') ?? '')
    .find((href) => href.includes(start))
  return (found ?? '').replace(site.origin, '')
}
