import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { emptyTag } from '#shared/wiki/empty-tag.ts'
import { voteOnTag } from '#shared/wiki/tag-vote-mutations.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { TagChoice } from '#shared/wiki/tag-names.ts'
import { hintTarget } from '../hints.ts'
import type { Done } from '../mutate.ts'
import { mutate } from '../mutate.ts'
import { waitWords } from '../wording.ts'

/** As little as its name: made up from what is shown, and never drawn from. */
const tagOf = ({ id, name, slug, isCore }: TagChoice) => emptyTag({ id, state: 'placeholder', name, slug, isCore, createdAt: 0 })

type Args = Parameters<typeof voteOnTag.run>[1]

/** @param choice what is shown of the tag: the device may never have met it. */
export function castTagVote(viewer: MemberViewer, args: Args, choice?: TagChoice): Promise<Done> {
  return mutate(voteOnTag, args, {
    by: viewer.userId,
    hint(device) {
      hintTarget(device, args.postId)
      if (choice !== undefined) device.hint(tags, tagOf(choice))
    },
    offline: 'You’re offline, so your vote wasn’t sent.',
    later: (ms) => `You’re voting too fast. Try again ${waitWords(ms)}.`,
  })
}
