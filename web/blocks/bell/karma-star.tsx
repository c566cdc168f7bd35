import { useCallback, useState } from 'react'
import { links } from '#shared/links.ts'
import { karmaNews } from '#shared/notifications/karma-schema.ts'
import { karmaShown, karmaSum } from '#shared/notifications/rules.ts'
import type { KarmaChoice } from '#shared/notifications/schema.ts'
import { signed } from '#shared/notifications/words.ts'
import type { Device } from '../../data/device/device-api.ts'
import { useFromDevice } from '../../data/device/use-device.ts'
import { useRow } from '../../data/device/use-rows.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { karmaViewOf } from './karma-view.ts'
import { markKarma } from './notice-actions.ts'

interface KarmaStarProps {
  readonly userId: string
  readonly choice: KarmaChoice
}

const shown = 8

function useKarma({ userId, choice }: KarmaStarProps) {
  const news = useRow(karmaNews, userId)
  const items = karmaShown(news?.items ?? [], choice)
  return news === undefined || items.length === 0 ? null : { at: news.at, isNew: news.seenAt === null, sum: signed(karmaSum(items)) }
}

/**
 * What the votes on one's work came to since one last looked; nothing where there is nothing new.
 * Opening it is looking.
 */
export function KarmaStar(props: KarmaStarProps) {
  const karma = useKarma(props)
  // It stays where it was opened until the page goes: what one has just opened must not vanish.
  const [wasOpened, setOpened] = useState(false)
  if (karma === null || (!karma.isNew && !wasOpened)) return null
  const { at, isNew, sum } = karma
  return (
    <Menu
      className="karma-star desktop-only"
      label={isNew ? `Karma, ${sum}` : 'Karma'}
      onOpen={() => {
        setOpened(true)
        if (isNew) markKarma(at).catch(reportError)
      }}
      summary={
        <>
          <Icon name="star" />
          {isNew ? <span className="bell-count nums">{sum}</span> : null}
        </>
      }
    >
      {wasOpened ? <Sums {...props} /> : null}
      <a href={links.notices({ tab: 'karma' })}>All karma changes</a>
      <a href={links.notices({ tab: 'settings' })}>Notification settings</a>
    </Menu>
  )
}

function Sums({ userId, choice: { pace, hour, day, showsNegative } }: KarmaStarProps) {
  const [view] = useFromDevice(
    useCallback(
      ({ read }: Device) => karmaViewOf(read, userId, { pace, hour, day, showsNegative }),
      [userId, pace, hour, day, showsNegative],
    ),
  )
  if (view === undefined || view === null) return <p className="menu-head">Loading from this device…</p>
  return (
    <>
      <p className="menu-head">
        Karma {signed(view.sum)} since <Time at={view.since} now={null} />
      </p>
      {view.items.slice(0, shown).map(({ id, by, words, href }) => (
        <a key={id} className="notice-link" href={href} dir="auto">
          <span className="nums">{signed(by)}</span> {words}
        </a>
      ))}
    </>
  )
}
