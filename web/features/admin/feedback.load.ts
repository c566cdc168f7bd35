import type { Read } from '#shared/kernel/transaction.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { FeedbackMessage } from '#shared/reports/schema.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { memberCards } from '#shared/accounts/queries.ts'
import { Email } from '#shared/accounts/email.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { feedbackIn } from '#shared/reports/queries.ts'
import { errorEvents, feedbackMessages } from '#shared/reports/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { notFound } from '../../data/answer.ts'
import { requireAdmin } from './require-admin.ts'

const excerptLength = 400
const nameLength = 60

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most).toWellFormed()} …`)

/** `/admin/feedback` */
export async function loadFeedback({ read, viewer }: PageData, { url }: LoadRequest) {
  requireAdmin(viewer)
  return {
    head: { title: 'Feedback' },
    list: await staffAnswer(url, {
      tabs: [
        { name: 'open', word: 'Open', count: await read.count(feedbackIn('open', 1)) },
        { name: 'done', word: 'Done', count: await read.count(feedbackIn('done', 1)) },
      ],
      rows: async ({ tab }, limit) => feedbackRows(read, await read.list(feedbackIn(tab === 'done' ? tab : 'open', limit))),
    }),
  }
}

export type FeedbackRow = Awaited<ReturnType<typeof feedbackRows>>[number]

async function feedbackRows(read: Read, found: readonly FeedbackMessage[]) {
  const cards = await memberCards(read, idsIn(found.map(({ assigneeId }) => assigneeId)))
  return found.map(({ id, at, name, email, message, screenshot, answers, errorEventId, tags, assigneeId }) => ({
    id,
    at,
    name: cut(name, nameLength),
    email: cut(email, nameLength),
    message: cut(message, excerptLength),
    hasScreenshot: screenshot === 'kept',
    hasError: errorEventId !== null,
    answers: answers.length,
    assignee: assigneeId === null ? null : (cards.get(assigneeId)?.name ?? 'an administrator'),
    route: tags.find(([tag]) => tag === 'route')?.[1] ?? '',
  }))
}

/** `/admin/feedback/:messageId` */
export async function loadFeedbackMessage({ read, viewer }: PageData, { params }: LoadRequest) {
  requireAdmin(viewer)
  const message = await read.get(feedbackMessages, params['messageId'] ?? '')
  if (message === undefined) throw notFound()
  const { answers, assigneeId, ...rest } = message
  const cards = await memberCards(read, idsIn([assigneeId, ...answers.map(({ byId }) => byId)]))
  return {
    head: { title: 'Feedback' },
    message: rest,
    answers: answers.map(({ at, byId, text }) => ({ at, text, by: cards.get(byId)?.name ?? 'An administrator' })),
    assignee:
      assigneeId === null ? null : { isViewer: isSelf(viewer, assigneeId), name: cards.get(assigneeId)?.name ?? 'An administrator' },
    canBeAnswered: Email.safeParse(message.email).success,
    error: await errorOf(read, message),
  }
}

const idsIn = (ids: readonly (string | null)[]): readonly string[] => ids.filter((id) => id !== null)

/**
 * Where the error stands that it is about; `null` when its event is not here (any more, or yet).
 */
async function errorOf(read: Read, { errorEventId }: FeedbackMessage): Promise<string | null> {
  const event = errorEventId === null ? undefined : await read.get(errorEvents, errorEventId)
  return event === undefined ? null : reportLinks.errorGroup(event.groupId, event.id)
}
