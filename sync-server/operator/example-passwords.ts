/**
 * `npm run example-passwords [-- MEMBER …]`: ends the published password of each example account,
 * and shows a link that sets a new one; for MEMBER too.
 */
import '#server/runtime-guard.ts'
import { readConfig } from '#server/config.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { endKnownPasswords, passwordLinksFor } from '#server/seed/example-passwords.ts'
import { atConsole } from './console.ts'

await atConsole(async ({ store, writer }) => {
  const ended = await endKnownPasswords(store, writer, createPasswords())
  const asked = await passwordLinksFor(store, writer, process.argv.slice(2))
  const origin = readConfig(process.env).siteUrl ?? ''
  for (const { userName, path } of [...ended, ...asked]) console.log(`${userName}: ${origin}${path}`)
  if (ended.length === 0) console.log('No account has the published example password.')
  else console.log('Their sessions have ended.')
  if (ended.length + asked.length > 0)
    console.log('Each link sets a password once, within an hour; run this again with a member’s name for another.')
})
