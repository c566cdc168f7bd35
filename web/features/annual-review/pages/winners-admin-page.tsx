import { links } from '#shared/links.ts'
import { counted, points } from '../../../blocks/counts.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { CategoryForm, GalleryForm, categoryName } from '../parts/winner-forms.tsx'
import { pictureColumn } from '../parts/winner-picture-column.tsx'
import { WinnerPicture } from '../parts/winner-picture.tsx'
import type { loadWinnersAdmin, WinnerRow } from '../winners-admin.load.ts'

const move = (word: string, by: number) => ({
  ...{ word, mutation: 'reviewWinners.move', isSingle: true as const },
  fields: ({ id, year, place }: WinnerRow) => ({ year: String(year), postId: id, place: String(Math.max(0, place + by)) }),
})

/** The ranked posts of a year, and what of them is chosen for its gallery. */
const Winners = staffList<WinnerRow>({
  title: 'Winners of the annual review',
  empty: { ranked: 'No post of this year has a public result.', winners: 'No post is chosen yet.' },
  nameOf: ({ title }) => title,
  hrefOf: ({ href }) => href,
  columns: [
    { word: 'Rank', of: ({ result }) => result?.rank ?? null, show: ({ result }) => (result === null ? null : `rank ${result.rank}`) },
    { word: 'Score', of: ({ result }) => result?.score ?? null, show: ({ result }) => (result === null ? null : points(result.score)) },
    {
      word: 'Votes',
      of: ({ result }) => result?.votes ?? null,
      show: ({ result }) => (result === null ? 'no result' : counted(result.votes, 'vote')),
    },
    {
      word: 'Category',
      of: ({ category }) => category,
      show: ({ category, place }) => (category === null ? null : <strong>{`${categoryName(category)}, number ${place + 1}`}</strong>),
    },
    pictureColumn,
    { word: 'Shown', of: ({ isThere }) => (isThere ? null : 'not shown: it is no longer published, or not in this review') },
  ],
  text: (row) => (row.isThere ? <CategoryForm row={row} /> : null),
  actions: {
    winners: [
      ...[move('Move up', -1), move('Move down', 1)],
      { word: 'Remove', mutation: 'reviewWinners.set', fields: ({ id, year }) => ({ year: String(year), postId: id, category: '' }) },
    ],
  },
})

export default function WinnersAdminPage() {
  const page = usePage<typeof loadWinnersAdmin>()
  return (
    <Winners list={page.list}>
      <Tabs
        label="Review years"
        tabs={page.years.map((one) => ({ href: links.bestOfAdmin(one), word: `Winners of ${one}`, isCurrent: one === page.year }))}
      />
      <GalleryForm page={page} />
      {page.focus === null ? null : <WinnerPicture key={page.focus.id} focus={page.focus} />}
    </Winners>
  )
}
