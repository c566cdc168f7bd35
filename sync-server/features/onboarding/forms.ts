/**
 * The first steps of a new member, each a plain form that saves and goes on. What it saves it does
 * by the mutations that the settings have; a step that is sent again saves the same again.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { updateProfile } from '#shared/accounts/mutations.ts'
import { members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { chooseNotices } from '#shared/notifications/mutations.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { goToStep } from '#shared/accounts/onboarding-mutations.ts'
import { removeProfilePicture, setProfilePicture } from '#shared/pictures/profile-picture-mutations.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import { setSubscription } from '#shared/subscriptions/mutations.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'

export function onboardingForms({ store, apply }: FormTools) {
  const mutation = (name: string, args: unknown, userId: string): Promise<number> =>
    applied(apply, { name, args, userId, source: 'member' })

  /** Skips a step, goes back to one, or ends them all. */
  const goTo = defineForm(goToStep.name, {
    fields: z.strictObject({ step: field, returnTo: field }),
    async run(form, { step, returnTo }) {
      const seq = await mutation(goToStep.name, { step }, senderOf(form))
      return { kind: 'done', location: step === 'end' ? safeReturnTo(returnTo) : nextStep(returnTo), seq }
    },
  })

  /** Named as accounts are: another name is shown at once wherever this browser shows one. */
  const setUpProfile = defineForm('accounts.setUpProfile', {
    fields: z.strictObject({ displayName: field, bio: field, src: field, x: field, y: field, width: field, returnTo: field }),
    async run(form, { displayName, bio, src, x, y, width, returnTo }) {
      const userId = senderOf(form)
      const { member, picture } = await store.read(async (read) => ({
        member: await getOrThrow(read, members, userId),
        picture: await read.get(profilePictures, userId),
      }))
      // First, since it may have to wait for the picture: then nothing else is done twice.
      const crop = { x: Number(x), y: Number(y), width: Number(width) }
      const isSame = picture?.src === src && (['x', 'y', 'width'] as const).every((name) => picture.crop[name] === crop[name])
      if (src !== '' && !isSame) await mutation(setProfilePicture.name, { src, ...crop }, userId)
      if (src === '' && picture !== undefined) await mutation(removeProfilePicture.name, { id: userId }, userId)
      // The form sends the present name along: sent back as it is, it is no change.
      const name = displayName === member.displayName ? {} : { displayName }
      await mutation(updateProfile.name, { ...name, bio }, userId)
      const seq = await mutation(goToStep.name, { step: 'follow' }, userId)
      return { kind: 'done', location: nextStep(returnTo), seq }
    },
  })

  const chooseFirst = defineForm('onboarding.chooseNotices', {
    fields: z.strictObject({ ownPosts: field, ownComments: field, curated: field, emails: field, returnTo: field }),
    async run(form, { ownPosts, ownComments, curated, emails, returnTo }) {
      const userId = senderOf(form)
      const { settings, followed } = await store.read(async (read) => ({
        settings: await settingsOf(read, userId),
        followed: await read.get(subscriptions, subscriptionId(userId, 'curated', 'site')),
      }))
      const flags = { ownPosts: ownPosts === 'on', ownComments: ownComments === 'on', noEmails: emails !== 'on' }
      for (const name of ['ownPosts', 'ownComments', 'noEmails'] as const) {
        const value = flags[name]
        if (settings[name] !== value) await mutation(chooseNotices.name, { choice: { field: name, value } }, userId)
      }
      const state = curated === 'on' ? 'on' : 'off'
      if ((followed?.state === 'on') !== (state === 'on'))
        await mutation(setSubscription.name, { kind: 'curated', targetId: 'site', state, via: followed?.via ?? null }, userId)
      const seq = await mutation(goToStep.name, { step: 'end' }, userId)
      return { kind: 'done', location: safeReturnTo(returnTo), seq }
    },
  })

  return [goTo, setUpProfile, chooseFirst]
}

/** The page goes by the stored step. */
const nextStep = (returnTo: FormRequest['fields'][string]): string => {
  const to = safeReturnTo(returnTo)
  return links.welcome(to === links.front() ? {} : { returnTo: to })
}
