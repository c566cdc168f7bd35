import { memberByAddress } from '#shared/accounts/queries.ts'
import { minuteMs } from '#shared/kernel/durations.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { measureLimits } from '#shared/moderation/measure-schema.ts'
import { privateLookMs } from '#shared/moderation/private-looks.ts'
import { canLookAtMails, isMailLookOpen } from '#shared/notifications/mail-look-rules.ts'
import { mailLookId, mailLooks } from '#shared/notifications/mail-look-schema.ts'
import { sentMailsTo } from '#shared/notifications/sent-mail-queries.ts'
import type { SentMail } from '#shared/notifications/sent-mail-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage } from '../../data/answer.ts'

const firstShown = 10

/**
 * `/debug/emailHistory`: the mails that went to the administrator who looks. `?q=`: to the member
 * of that name, where a reason of theirs stands in the audit log; else the form that asks for one.
 */
export async function loadEmailHistory({ read, viewer, now }: PageData, { url }: LoadRequest) {
  authorizePage(canLookAtMails(viewer))
  const { userId } = signedIn(viewer)
  const name = (url.searchParams.get('q') ?? '').trim().slice(0, 80)
  const member = name === '' ? undefined : await memberByAddress(read, name.replace(/^@/u, ''))
  const isOther = member !== undefined && member.id !== userId
  const look = isOther ? await read.get(mailLooks, mailLookId(member.id, userId)) : undefined
  const isOpen = isMailLookOpen(viewer, look, now)
  const isClosed = (name !== '' && member === undefined) || (isOther && !isOpen)
  const about = isOther ? { name: member.displayName, slug: member.slug } : null
  return {
    head: { title: 'Email history', robots: 'noindex' as const },
    about,
    /** What has to be said before a member's mails are shown; `null`: nothing. */
    asked: isOther && !isOpen ? { minutes: privateLookMs / minuteMs, maxReason: measureLimits.reason } : null,
    reading: look === undefined || !isOpen ? null : { reason: look.reason, minutes: Math.ceil((look.endsAt - now) / minuteMs) },
    list: await staffAnswer(url, {
      tabs: [{ name: 'all', word: 'All' }],
      search: 'Member',
      first: firstShown,
      rows: async (_asked, limit) => (isClosed ? [] : (await read.list(sentMailsTo(member?.id ?? userId, limit))).map(rowOf)),
    }),
  }
}

export type SentMailRow = ReturnType<typeof rowOf>

const rowOf = ({ id, to, subject, at, refusedFor }: SentMail) => ({ id, to, subject, at, refusedFor })
