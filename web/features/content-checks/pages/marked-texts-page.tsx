import { links } from '#shared/links.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { CheckStates } from '../parts/check-states.tsx'
import type { MarkedText, loadMarkedTexts } from '../marked-texts.load.ts'

const isWaitingWord = ({ isWaiting }: MarkedText): string => (isWaiting ? 'Waiting for review' : 'Reviewed')

const MarkedTexts = staffList<MarkedText>({
  title: 'Checked texts',
  empty: { comments: 'No flagged comments.', posts: 'No flagged posts.' },
  nameOf: ({ title }) => title,
  hrefOf: ({ href }) => href,
  columns: [
    { word: 'Found', of: ({ why }) => why, show: ({ why }) => <bdi>{why}</bdi> },
    {
      word: 'State',
      of: isWaitingWord,
      show: (row) => <span className={row.isWaiting ? 'warm' : 'soft'}>{isWaitingWord(row)}</span>,
    },
    { word: 'Author', of: ({ by }) => by, show: ({ by }) => <bdi>{by}</bdi> },
    { word: 'Marked', of: ({ at }) => new Date(at).toISOString(), show: ({ at }) => <Marked at={at} /> },
    { word: 'Removed', of: ({ isRemoved }) => (isRemoved ? 'removed' : '') },
    { word: 'Text', of: ({ text }) => text, show: () => null },
  ],
  text: ({ text }) =>
    text === '' ? null : (
      <p className="said clamp" dir="auto">
        {text}
      </p>
    ),
  actions: {},
})

/** What the content checks have marked, for moderators to decide about. */
export default function MarkedTextsPage() {
  const { list, checks, canManage } = usePage<typeof loadMarkedTexts>()
  return (
    <MarkedTexts list={list}>
      <p className="soft">
        {checks.some(({ isOn }) => isOn)
          ? 'New posts and comments are checked.'
          : 'All checks are off, so new posts and comments aren’t checked.'}{' '}
        A flag only adds the author to the <a href={links.supermod()}>moderation queue</a>; a moderator decides about the text. The checks
        use fixed rules, not a language model.
      </p>
      <CheckStates checks={checks} canManage={canManage} />
    </MarkedTexts>
  )
}

const Marked = ({ at }: { readonly at: number }) => <Time at={at} now={useNow()} />
