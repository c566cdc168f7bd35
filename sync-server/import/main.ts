import '#server/runtime-guard.ts'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { importFolder } from '#server/import/import-folder.ts'
import { openStore } from '#server/store/open-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { wiring } from '#server/wiring.ts'
import { nameSkeleton } from '#shared/accounts/names.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

/** `npm run import -- FOLDER --as MEMBER`: publishes a folder of Markdown files as a member. May run beside the server. */
const { values, positionals } = parseArgs({ options: { as: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
const userName = values.as
if (folder === undefined || userName === undefined || !existsSync(folder)) {
  console.error(folder !== undefined && userName !== undefined ? `There is no folder ${folder}.` : 'Usage: npm run import -- FOLDER --as MEMBER (a user name)')
  process.exit(2)
}

const store = await openStore(readConfig(process.env), wiring.tables, wiring.migrations)
const writer = inProcessWriter(store, wiring)
const byName = defineQuery({ table: members, index: ['userNameKey'], equals: [nameSkeleton(userName)], order: 'ascending', limit: 1 })
const [author] = await store.read((read) => read.list(byName))
if (author === undefined) {
  console.error(`Nobody here has the user name ${userName}.`)
  await store.close()
  process.exit(2)
}

const files = await importFolder(folder, {
  read: (work) => store.read(work),
  apply: (request) => writer.apply(request),
  userId: author.id,
  onFile(file, done, all) {
    console.log(`${String(done).padStart(String(all).length)}/${all}  ${file.outcome.padEnd(9)}  ${file.path}${file.reason && `: ${file.reason}`}`)
    for (const lost of file.dropped) console.log(`         not taken over: ${lost}`)
  },
})
const count = (outcome: (typeof files)[number]['outcome']): number => files.filter((file) => file.outcome === outcome).length
console.log(`${count('published')} published, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('refused')} refused, as ${author.displayName}`)
await writer.close()
await store.close()
process.exitCode = count('refused') > 0 ? 1 : 0
