import { defineTrigger } from '#server/sync/triggers.ts'
import { followGroup } from '#shared/local-groups/group-posts.ts'
import { putLocalGroup, removeLocalGroup } from '#shared/local-groups/mutations.ts'
import { signedIn } from '#shared/kernel/mutation.ts'

/** Posts of a group, and who organizes it, follow in the same transaction. */
export const groupTriggers = [
  defineTrigger(putLocalGroup, (context, { id }) => followGroup(context, id, signedIn(context.viewer).userId)),
  defineTrigger(removeLocalGroup, (context, { id }) => followGroup(context, id, null)),
]
