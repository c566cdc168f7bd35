import type { Doc } from '#shared/text/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

interface Around {
  readonly now: number
  readonly author: string
  readonly admin: string
  readonly newId: (name: string, at: number) => string
  readonly docOf: (markdown: string) => Doc
}

const donating = `Reading and writing here is free, and it stays free. What it costs is a server, a domain and the mail that goes out: about 160 euros a month.

This is an example community on your own machine, so there is no account to send anything to. On a real site, its administrators would say here how to give, what the money is for, and who decides about it.

## What the money pays for

| What | A month |
| --- | --- |
| Server and backups | €95 |
| Mail | €40 |
| Domain and certificates | €5 |
| Put aside for repairs | €20 |
`

/** A page of the wiki, shown at `/donate`, and what has come in. */
export function pageMutations({ now, author, admin, newId, docOf }: Around) {
  const at = Math.floor(now - 300 * dayMs)
  const id = newId('page/donate', at)
  const page = { id, lang: 'en', isWikiOnly: true, lensOf: null, name: 'Keeping the lights on' }
  const goal = { id: newId('page/donate/goal', at), goal: 2_000, raised: 1_240, currency: 'EUR' }
  return [
    { userId: author, name: 'wiki.create', args: { ...page, revisionId: newId('page/donate/revision/0', at) } },
    { userId: author, name: 'wiki.publish', args: { ...page, revisionId: newId('page/donate/revision/1', at), body: docOf(donating) } },
    { userId: admin, name: 'sitePages.put', args: { id: newId('page/donate/choice', at), name: 'donate', postId: id } },
    { userId: admin, name: 'donationGoals.put', args: goal },
  ].map((mutation, step) => ({ at: at + step * 60_000, ...mutation }))
}
