/** The plain forms of `/notifications`, for whoever has no script. */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import { memberByAddress } from '#shared/accounts/queries.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { settingsFromForm } from '#shared/kernel/settings.ts'
import { links } from '#shared/links.ts'
import { lookAtMails } from '#shared/notifications/mail-look-mutations.ts'
import { canLookAtMails } from '#shared/notifications/mail-look-rules.ts'
import type { MailFrequency } from '#shared/notifications/types.ts'
import { inAppChannels } from '#shared/notifications/rules.ts'
import { noticeFlags } from '#shared/notifications/settings.ts'
import { noticeTypesInOrder } from '#shared/notifications/all-types.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { safeReturnTo } from '#server/http/return-to.ts'

export function notificationForms({ store, apply }: FormTools) {
  const mutation = (name: string, args: unknown, userId: string): Promise<number> =>
    applied(apply, { name, args, userId, source: 'member' })

  const look = defineForm(lookAtMails.name, {
    fields: z.strictObject({ member: field, reason: field }),
    async run(form, { member: name, reason }) {
      const sender = senderOf(form)
      authorize(canLookAtMails(form.viewer))
      const member = await store.read((read) => memberByAddress(read, name.slice(0, 80)))
      if (member === undefined) throw new AppError('not-found', { field: 'member' })
      const seq = await mutation(lookAtMails.name, { userId: member.id, reason }, sender)
      return { kind: 'done', location: links.emailHistory({ q: member.slug }), seq }
    },
  })

  const markAll = defineForm('notifications.markAllViewed', {
    fields: z.strictObject({ upTo: field }),
    async run(form, { upTo }) {
      const seq = await mutation('notifications.markAllViewed', { upTo: Number(upTo) }, senderOf(form))
      return { kind: 'done', location: safeReturnTo(form.fields['from'], links.notices()), seq }
    },
  })

  const seeKarma = defineForm('notifications.seeKarma', {
    fields: z.strictObject({ upTo: field }),
    async run(form, { upTo }) {
      const seq = await mutation('notifications.seeKarma', { upTo: Number(upTo) }, senderOf(form))
      return { kind: 'done', location: safeReturnTo(form.fields['from'], links.notices({ tab: 'karma' })), seq }
    },
  })

  /** All choices of the page at once; a box that is not ticked is not sent. */
  const choose = defineForm('notifications.choose', {
    fields: z.record(z.string(), z.string()),
    async run(form, fields) {
      const userId = senderOf(form)
      let seq = 0
      for (const choice of choicesOf(fields)) seq = await mutation('notifications.choose', { choice }, userId)
      return { kind: 'done', location: links.notices({ tab: 'settings' }), seq }
    },
  })

  return [look, markAll, seeKarma, choose]
}

function choicesOf(fields: Readonly<Record<string, string>>): readonly NoticeChoice[] {
  const isOn = (name: string): boolean => fields[name] === 'on'
  const pace = (name: string): MailFrequency => {
    // A page from before this could be paced has a box: `on`.
    const asked = fields[name] === 'on' ? 'now' : (fields[name] ?? 'off')
    if (asked !== 'off' && asked !== 'now' && asked !== 'daily' && asked !== 'weekly') throw new AppError('invalid', { field: name })
    return asked
  }
  return [
    ...noticeTypesInOrder.map((type): NoticeChoice => ({
      field: 'type',
      type,
      value: { ...inAppChannels(pace(`app-${type}`)), email: pace(`email-${type}`), push: isOn(`push-${type}`) },
    })),
    ...settingsFromForm(noticeFlags, fields),
    { field: 'timeZone', value: fields['timeZone'] ?? 'UTC' },
    { field: 'digest', value: { hour: Number(fields['digestHour'] ?? 12), day: Number(fields['digestDay'] ?? 1) } },
    {
      field: 'quiet',
      value: isOn('isQuiet') ? { from: Number(fields['quietFrom'] ?? 22), until: Number(fields['quietUntil'] ?? 7) } : null,
    },
    ...(fields['karmaPace'] === undefined ? [] : [karmaChoice(pace('karmaPace'))]),
  ]

  function karmaChoice(karmaPace: MailFrequency): NoticeChoice {
    const [hour, day] = [Number(fields['karmaHour'] ?? 11), Number(fields['karmaDay'] ?? 6)]
    return { field: 'karma', value: { pace: karmaPace, hour, day, showsNegative: isOn('karmaNegative') } }
  }
}
