import { memberCards } from '#shared/accounts/queries.ts'
import type { BoardPeriod } from '#shared/feed/board-schema.ts'
import { boardFigures, boards } from '#shared/feed/board-schema.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { personView } from '../../blocks/people.ts'

/** `/leaderboard` (content.md 6.8) */
export async function loadLeaderboard({ read, site }: PageData, { url }: LoadRequest) {
  const period: BoardPeriod = url.searchParams.get('period') === 'month' ? 'month' : 'allTime'
  const limit = limitOf(url.searchParams, boardFigures.step, boardFigures.most)
  const lines = (await read.get(boards, period))?.lines ?? []
  const shown = lines.slice(0, limit)
  const cards = await memberCards(
    read,
    shown.map(({ userId }) => userId),
  )
  const asked = { period: period === 'month' ? period : undefined } as const
  return {
    head: {
      title: 'Leaderboard',
      description: `Whose posts and comments readers of ${site.name} have voted up most.`,
      canonical: links.leaderboard(asked),
    },
    period,
    lines: shown.flatMap(({ userId, karma }) => {
      const card = cards.get(userId)
      return card === undefined ? [] : [{ id: userId, person: personView(card), karma }]
    }),
    more: lines.length > limit ? links.leaderboard({ ...asked, limit: limit + boardFigures.step }) : null,
  }
}
