/** `npm run example-passwords`: gives each example account that still has the published password a random one, and shows it once. */
import '#server/runtime-guard.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { changeKnownPasswords } from '#server/seed/example-passwords.ts'
import { atConsole } from './console.ts'

await atConsole(async ({ store, writer }) => {
  const changed = await changeKnownPasswords(store, writer, createPasswords())
  for (const { userName, password } of changed) console.log(`${userName}: ${password}`)
  console.log(
    changed.length === 0 ? 'No account has the published example password.' : 'Their sessions have ended. Write the passwords down now.',
  )
})
