import type { Effect } from '#server/sync/effects.ts'
import { comments } from '#shared/comments/schema.ts'
import { markContent } from '#shared/content-checks/mutations.ts'
import { checkNames, contentChecks } from '#shared/content-checks/schema.ts'
import { check, sourceOfComment, sourceOfRevision } from '#shared/content-checks/texts.ts'
import { revisions } from '#shared/posts/schema.ts'

/**
 * Checks what was published, after its commit: nothing waits for a check, and its author sees no
 * difference.
 */
export function checkContent(): Effect {
  return {
    name: 'content-checks',
    of: [comments.name, revisions.name],
    async run({ store, apply }, ids) {
      const on = (await store.read((read) => read.getMany(contentChecks, checkNames))).filter(({ isOn }) => isOn)
      if (on.length === 0) return
      const said = (await store.read((read) => read.getMany(comments, ids))).filter(({ removedBy }) => removedBy === null)
      const written = (await store.read((read) => read.getMany(revisions, ids))).filter(
        ({ isDraft, subjectKind }) => !isDraft && subjectKind === 'post',
      )
      for (const source of [...said.map(sourceOfComment), ...written.map(sourceOfRevision)])
        for (const { id: name, ...settings } of on) {
          const found = await store.read((read) => check(read, name, settings, source))
          if (found === null) continue
          const { kind, id, userId, why } = found
          await apply({ name: markContent.name, args: { check: name, kind, id, userId, why }, userId: null, source: 'server' })
        }
    },
  }
}
