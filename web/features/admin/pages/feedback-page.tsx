import { reportLinks } from '#shared/reports/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { FeedbackRow, loadFeedback } from '../feedback.load.ts'

const settle = (word: string, done: 'yes' | 'no') => [
  { word, mutation: 'reports.settleFeedback', fields: ({ id }: FeedbackRow) => ({ id, done }) },
]

/** What people wrote with the feedback button. */
const Feedback = staffList<FeedbackRow>({
  title: 'Feedback',
  empty: { open: 'No open items.', done: 'Nothing is done yet.' },
  nameOf: ({ name, email }) => name || email || 'Anonymous',
  hrefOf: ({ id }) => reportLinks.feedbackMessage(id),
  columns: [
    { word: 'Sent', of: ({ at }) => new Date(at).toISOString(), show: ({ at }) => <Sent at={at} /> },
    { word: 'Page', of: ({ route }) => route, show: ({ route }) => (route === '' ? null : <bdi>{route}</bdi>) },
    { word: 'Screenshot', of: ({ hasScreenshot }) => (hasScreenshot ? 'with a screenshot' : '') },
    { word: 'Error', of: ({ hasError }) => (hasError ? 'about an error' : '') },
    { word: 'Assigned to', of: ({ assignee }) => assignee, show: ({ assignee }) => (assignee === null ? null : <To name={assignee} />) },
    { word: 'Answers', of: ({ answers }) => answers, show: ({ answers }) => (answers === 0 ? null : counted(answers, 'answer')) },
    { word: 'Message', of: ({ message }) => message, show: () => null },
  ],
  text: ({ message }) => (
    <p className="said clamp" dir="auto">
      {message}
    </p>
  ),
  actions: { open: settle('Mark done', 'yes'), done: settle('Reopen', 'no') },
})

export default function FeedbackPage() {
  return <Feedback list={usePage<typeof loadFeedback>().list} />
}

const Sent = ({ at }: { readonly at: number }) => <Time at={at} now={useNow()} />
const To = ({ name }: { readonly name: string }) => (
  <>
    assigned to <bdi>{name}</bdi>
  </>
)
