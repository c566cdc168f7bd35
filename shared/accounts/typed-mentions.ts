import type { Read } from '../kernel/transaction.ts'
import type { Doc } from '../text/schema.ts'
import { hasTypedNames, typedNames, withTypedMentions } from '../text/typed-mentions.ts'
import { memberBySlug, memberByUserName } from './queries.ts'

/**
 * A text as readers get it: `@name` of a member is a mention, by user name or by the name in the
 * member's address. Names of nobody, and of accounts that are deactivated or banned, stay the words
 * they are. Asked for in the mutation that gives a text to readers: a device does what it can with
 * the members it has, the server's answer stands. Costs two look-ups a name, for at most fifty
 * names, and none where there is no `@`.
 */
export async function withMentions(read: Read, doc: Doc, now: number): Promise<Doc> {
  if (!hasTypedNames(doc)) return doc
  const slugs = new Map<string, string>()
  for (const name of typedNames(doc)) {
    const named = await memberByUserName(read, name)
    // Names that only look alike have one key: what is typed must be the name itself.
    const isNamed = named !== undefined && named.userName.normalize('NFC').toLowerCase() === name
    const member = isNamed ? named : await memberBySlug(read, name)
    if (member !== undefined && !member.isDeactivated && (member.bannedUntil ?? 0) <= now) slugs.set(name, member.slug)
  }
  return slugs.size === 0 ? doc : withTypedMentions(doc, (name) => slugs.get(name))
}
