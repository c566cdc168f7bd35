import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Writer } from '#server/sync/writer.ts'
import { seedExampleCommunity } from '#server/seed/seed.ts'

/** Everybody's password in the example community, where only this machine can reach it. */
export const examplePassword = 'read the slow clock'

interface FirstStart {
  readonly config: Config
  readonly writer: Writer
  hashPassword(password: string): Promise<string>
  say(line: string): void
}

/** Fills an empty store and says who can sign in. Off loopback the password is random and said once. */
export async function fillWithExamples({ config, writer, hashPassword, say }: FirstStart): Promise<void> {
  say('Filling the empty store with the example community')
  const password = config.isLoopback ? examplePassword : randomBytes(12).toString('base64url')
  let told = 0
  const report = await seedExampleCommunity({
    apply: (request) => writer.apply(request),
    hashPassword,
    now: Date.now(),
    password,
    onProgress(done, all) {
      const quarter = Math.floor((4 * done) / all)
      if (quarter > told) say(`  ${25 * quarter} % of ${all} deeds`)
      told = quarter
    },
  })
  say(`  ${report.members.length} members, ${report.posts} essays, ${report.comments} comments, ${report.votes} votes`)
  for (const line of exampleSignIns(report.members, password)) say(line)
}

/** Who can sign in, as lines for the terminal. */
export function exampleSignIns(members: readonly { readonly userName: string; readonly role: string }[], password: string): readonly string[] {
  const shown = [members.find((member) => member.role === 'admin'), members.find((member) => member.role === 'moderators'), members.find((member) => member.role === 'member')]
  const names = shown.flatMap((member) => (member === undefined ? [] : [`${member.userName} (${member.role === 'moderators' ? 'moderator' : member.role})`]))
  return [`Example sign-ins: ${names.join(', ')}; password of all: ${password}`]
}
