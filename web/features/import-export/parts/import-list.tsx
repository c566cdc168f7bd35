import { counted } from '../../../blocks/counts.ts'
import type { ImportItem } from '../use-import.ts'
import { LossList } from './losses.tsx'

interface ImportListProps {
  readonly items: readonly ImportItem[]
  readonly isBusy: boolean
  readonly onChoose: (key: string, isChosen: boolean) => void
}

/**
 * What was read, a text a line, with what it begins with and what was lost on the way; and what
 * could not be read, with the reason.
 */
export function ImportList({ items, isBusy, onChoose }: ImportListProps) {
  return (
    <ul className="plain-list exchange-list" aria-label="Files read">
      {items.map((item) =>
        item.kind === 'refused' ? (
          <li key={item.key}>
            <p className="why">
              <b>
                <bdi>{item.from}</bdi>
              </b>{' '}
              can’t be imported. {item.words}
            </p>
          </li>
        ) : (
          <li key={item.key} className="exchange-text">
            <label>
              <input
                type="checkbox"
                checked={item.isChosen}
                disabled={isBusy}
                onChange={(event) => onChoose(item.key, event.currentTarget.checked)}
              />
              <span className="row-title" dir="auto">
                {item.text.title === '' ? 'Untitled' : item.text.title}
              </span>
            </label>
            <p className="meta soft">
              {counted(item.text.words, 'word')}
              {item.text.pictures.length === 0 ? '' : `, ${counted(item.text.pictures.length, 'picture')}`}
              {item.text.writtenOn === null ? '' : `, written ${item.text.writtenOn}`}
              {item.text.tags.length === 0 ? '' : `, tags: ${item.text.tags.join(', ')}`}
              {item.text.from === item.text.title ? null : (
                <>
                  , from <bdi>{item.text.from}</bdi>
                </>
              )}
            </p>
            {item.text.begins === '' ? null : (
              <p className="soft" dir="auto" lang={item.text.lang}>
                {item.text.begins}
              </p>
            )}
            <LossList losses={item.text.dropped} of={item.text.title} />
          </li>
        ),
      )}
    </ul>
  )
}
