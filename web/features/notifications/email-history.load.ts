import { signedIn } from '#shared/kernel/mutation.ts'
import { sentMailsTo } from '#shared/notifications/sent-mail-queries.ts'
import type { SentMail } from '#shared/notifications/sent-mail-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { canSeeReports } from '#shared/reports/rules.ts'
import type { LoadRequest } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage } from '../../data/answer.ts'

const firstShown = 10

/** `/debug/emailHistory`: the mails that went to the administrator who looks. */
export async function loadEmailHistory({ read, viewer }: PageData, { url }: LoadRequest) {
  authorizePage(canSeeReports(viewer))
  const { userId } = signedIn(viewer)
  return {
    head: { title: 'Email history' },
    list: await staffAnswer(url, {
      tabs: [{ name: 'all', word: 'All' }],
      first: firstShown,
      rows: async (_asked, limit) => (await read.list(sentMailsTo(userId, limit))).map(rowOf),
    }),
  }
}

export type SentMailRow = ReturnType<typeof rowOf>

const rowOf = ({ id, to, subject, at, refusedFor }: SentMail) => ({ id, to, subject, at, refusedFor })
