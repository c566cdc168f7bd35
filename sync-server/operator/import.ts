/**
 * `npm run import -- FOLDER --as MEMBER`: publishes a folder of Markdown files as a member. May run
 * beside the server.
 */
import '#server/runtime-guard.ts'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importFolder } from '#server/import/import-folder.ts'
import { atConsole, giveUp, memberByUserName } from './console.ts'

const { values, positionals } = parseArgs({ options: { as: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
const userName = values.as
if (folder === undefined || userName === undefined) giveUp('Usage: npm run import -- FOLDER --as MEMBER (a user name)')
if (!existsSync(folder)) giveUp(`There is no folder ${folder}.`)

process.exitCode = await atConsole(async ({ store, writer }) => {
  const author = await memberByUserName(store, userName)
  if (author === undefined) giveUp(`Nobody here has the user name ${userName}.`)
  const files = await importFolder(folder, {
    read: (work) => store.read(work),
    apply: (request) => writer.apply(request),
    userId: author.id,
    onFile(file, done, all) {
      console.log(
        `${String(done).padStart(String(all).length)}/${all}  ${file.outcome.padEnd(9)}  ${file.path}${file.reason && `: ${file.reason}`}`,
      )
      for (const lost of file.dropped) console.log(`         not taken over: ${lost}`)
    },
  })
  const count = (outcome: (typeof files)[number]['outcome']): number => files.filter((file) => file.outcome === outcome).length
  console.log(
    `${count('published')} published, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('refused')} refused, as ${author.displayName}`,
  )
  return count('refused') > 0 ? 1 : 0
})
