import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { canSpeak } from '../comments/rules.ts'
import { createDialogue, joinDialogue, publishDialogue, sayInDialogue, setDialogueInput } from './mutations.ts'
import { dialogueInputs } from './schema.ts'
import { posts } from '../posts/schema.ts'

export const dialoguesDomain = defineDomain({
  tables: [dialogueInputs],
  mutations: [sayInDialogue, setDialogueInput, publishDialogue, createDialogue, joinDialogue],
  policies: [
    readPolicy(dialogueInputs, async (input, viewer, read) => {
      const post = await read.get(posts, input.postId)
      return post !== undefined && canSpeak(viewer, post).allowed ? input : undefined
    }),
  ],
})
