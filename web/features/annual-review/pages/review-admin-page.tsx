import { links } from '#shared/links.ts'
import { counted, signed } from '../../../blocks/counts.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { FirstResults } from '../parts/first-results.tsx'
import { LastVote } from '../parts/last-vote.tsx'
import { DatesForm, ExcludeForm, PhaseForm, ResultsForms } from '../parts/review-admin-forms.tsx'
import type { loadReviewAdmin, ReviewAdminRow } from '../review-admin.load.ts'

/** Who has voted, and which posts are not reviewed; how somebody voted is not shown to anybody. */
const Voters = staffList<ReviewAdminRow>({
  title: 'Administer the annual review',
  empty: { voters: 'Nobody has voted yet.', votes: 'Nobody has voted yet.', excluded: 'No post is excluded.' },
  nameOf: ({ name }) => name,
  hrefOf: ({ href }) => href,
  columns: [
    {
      word: 'Votes',
      of: ({ voter }) => voter?.votes ?? null,
      show: ({ voter }) => (typeof voter?.votes === 'number' ? counted(voter.votes, 'vote') : null),
    },
    {
      word: 'Karma',
      of: ({ voter }) => voter?.karma ?? null,
      show: ({ voter }) => (voter === null ? null : `${signed(voter.karma)} karma`),
    },
    {
      word: 'Last vote',
      of: ({ voter }) => (voter === null ? null : new Date(voter.at).toISOString()),
      show: ({ voter }) => (voter === null ? null : <LastVote at={voter.at} isOne={voter.votes === null} />),
    },
  ],
  actions: {
    excluded: [
      { word: 'Put back', mutation: 'reviewPlans.setExclusion', fields: ({ id, year }) => ({ year: String(year), post: id, isOn: '' }) },
    ],
  },
})

export default function ReviewAdminPage() {
  const { year, years, phase, dates, results, list } = usePage<typeof loadReviewAdmin>()
  return (
    <Voters list={list}>
      <Tabs
        label="Review years"
        tabs={years.map((one) => ({ href: links.reviewAdmin(one), word: `Review of ${one}`, isCurrent: one === year }))}
      />
      <PhaseForm key={`phase ${phase.set}`} year={year} phase={phase} />
      <DatesForm key={`dates ${dates.map(({ typed }) => typed).join()}`} year={year} dates={dates} />
      <ResultsForms year={year} results={results} />
      <FirstResults first={results.first} />
      <h2 className="section">Voters and excluded posts</h2>
      <ExcludeForm key={`exclude ${list.tabs.at(-1)?.count}`} year={year} />
    </Voters>
  )
}
