import { links } from '#shared/links.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { WikiPageView } from '../wiki.load.ts'

/** Those whose words stand, by their share of them: drawn, and said in numbers. */
export function Contributors({ view: { contributors, moreContributors, revision, page, lens, hasText } }: { readonly view: WikiPageView }) {
  const now = useNow()
  if (!hasText) return null
  const begins = contributors.map((_one, at) => contributors.slice(0, at).reduce((sum, { share }) => sum + share, 0))
  return (
    <section className="contrib meta" aria-label="Contributors">
      {contributors.length < 2 ? null : (
        <svg className="shares" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
          {contributors.map(({ share }, at) => (
            <rect key={at} className={`share-${at % 4}`} x={100 * (begins[at] ?? 0)} width={Math.max(0, 100 * share - 0.3)} height={2} />
          ))}
        </svg>
      )}
      {contributors.length === 0 ? null : (
        <p>
          <span className="soft">Written by </span>
          {contributors.map((person, at) => (
            <span key={person.slug || at}>
              {at === 0 ? '' : ', '}
              <PersonLink person={person} />
              {contributors.length < 2 ? null : (
                <span className="soft nums">
                  {' '}
                  {person.slug === '' ? (
                    inPercent(person.share)
                  ) : (
                    <a href={links.wikiHistory(page.slug, { user: person.slug })} rel="nofollow">
                      {inPercent(person.share)}
                      <span className="sr"> by {person.name}, changes</span>
                    </a>
                  )}
                </span>
              )}
            </span>
          ))}
          {moreContributors === 0 ? null : <span className="soft"> and {moreContributors} more</span>}
        </p>
      )}
      {/* In lines of their own, so that none breaks elsewhere once the page's own faces are there. */}
      <p className="soft">
        Last edited <Time at={revision.at} now={now} /> by <PersonLink person={revision.editor} />
      </p>
      {revision.note === '' ? null : <p className="soft">“{revision.note}”</p>}
      <p>
        <a href={links.wikiVersions(page.slug, { lens: lens?.slug })} rel="nofollow">
          All versions
        </a>
      </p>
    </section>
  )
}

function inPercent(share: number): string {
  const whole = Math.round(100 * share)
  return whole === 0 ? 'under 1%' : `${whole}%`
}
