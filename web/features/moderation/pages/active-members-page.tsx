import { links } from '#shared/links.ts'
import { counted, signed } from '../../../blocks/counts.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { ActiveRow, loadActiveMembers } from '../active-members.load.ts'

/** Members who wrote last. */
const ActiveMembers = staffList<ActiveRow>({
  title: 'Recently active members',
  empty: { all: 'Nobody has written anything yet.', positive: 'Nobody here has karma of 0 or more.' },
  nameOf: ({ name }) => name,
  hrefOf: ({ slug }) => links.user(slug),
  columns: [
    { word: 'Last active', of: ({ lastAt }) => new Date(lastAt).toISOString(), show: ({ lastAt }) => <At at={lastAt} /> },
    { word: 'Karma', of: ({ karma }) => karma, show: ({ karma }) => `${signed(karma)} karma` },
    { word: 'Posts', of: ({ postCount }) => postCount, show: ({ postCount }) => counted(postCount, 'post') },
    { word: 'Comments', of: ({ commentCount }) => commentCount, show: ({ commentCount }) => counted(commentCount, 'comment') },
    {
      word: 'Last 20',
      of: ({ last20Karma }) => last20Karma,
      show: ({ last20Karma: n }) => (n === null ? null : `${signed(n)} on the last 20`),
    },
    { word: 'Month', of: ({ monthKarma }) => monthKarma, show: ({ monthKarma: n }) => (n === null ? null : `${signed(n)} in 30 days`) },
    {
      word: 'Downvoters',
      of: ({ downVoters }) => downVoters,
      show: ({ downVoters: n }) => (n === null || n === 0 ? null : counted(n, 'downvoter')),
    },
    { word: 'Rate limits', of: ({ limits }) => limits, show: ({ limits }) => (limits === 0 ? null : counted(limits, 'rate limit')) },
    { word: 'Banned', of: ({ isBanned }) => (isBanned ? 'banned' : '') },
    { word: 'In the queue', of: ({ isInQueue }) => (isInQueue ? 'yes' : ''), show: inQueue },
    { word: 'Address', of: ({ slug }) => links.user(slug), show: ({ slug }) => <a href={links.editUser(slug)}>Limits and roles</a> },
  ],
  actions: {},
})

export default function ActiveMembersPage() {
  return <ActiveMembers list={usePage<typeof loadActiveMembers>().list} />
}

function inQueue({ id, isInQueue }: ActiveRow) {
  return isInQueue ? <a href={links.supermod({ user: id })}>in the queue</a> : null
}

const At = ({ at }: { readonly at: number }) => <Time at={at} now={useNow()} />
