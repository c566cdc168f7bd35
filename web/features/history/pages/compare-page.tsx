import { useEffect } from 'react'
import { ComparedText } from '../../../blocks/compare/compared-text.tsx'
import { counted } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { exactTime } from '../../../ui/time-words.ts'
import type { loadComparison } from '../compare.load.ts'
import { listenForJumps } from '../parts/jump-to-change.ts'

type Page = Awaited<ReturnType<typeof loadComparison>>

/** Two versions as one text. */
export default function ComparePage() {
  const page = usePage<typeof loadComparison>()
  const { post, before, after, compared, people, isOnly } = page
  const changes = compared?.changes ?? 0
  useEffect(listenForJumps, [])
  return (
    <div className="comparison">
      <h1 className="page-title">
        <a href={page.links.page} lang={post.lang} dir={post.dir}>
          {post.title}
        </a>
      </h1>
      <p className="stand">
        {before === null ? 'Version ' : 'Comparing version '}
        {before === null ? null : (
          <>
            <Version side={before} /> to version{' '}
          </>
        )}
        <Version side={after} />
        {before === null ? '(the first version)' : ''}
      </p>
      {compared === null ? (
        <p className="notice">
          These versions are too long or too different to compare. Read each one:{' '}
          {before === null ? null : (
            <>
              <a href={before.href} rel="nofollow">
                {before.version}
              </a>{' '}
              and{' '}
            </>
          )}
          <a href={after.href} rel="nofollow">
            {after.version}
          </a>
          .
        </p>
      ) : (
        <p className="meta">
          {changes === 0 ? 'The text is the same. ' : `${counted(changes, 'change')}: `}
          {changes === 0 ? null : (
            <>
              <span className="count-added">+{compared.added} characters</span>,{' '}
              <span className="count-removed">−{compared.removed} characters</span>
            </>
          )}
        </p>
      )}
      {before !== null && before.title !== after.title ? (
        <p>
          Title: <del>{before.title === '' ? 'none' : before.title}</del> <ins>{after.title === '' ? 'none' : after.title}</ins>
        </p>
      ) : null}
      {people.length === 0 ? null : (
        <p className="meta">
          Written by{' '}
          {people.map((name, at) => (
            <span key={at} className="by-name">
              <ins className={`by by-${at % 6}`}>{name}</ins>
            </span>
          ))}
        </p>
      )}
      <nav className="comparison-acts" aria-label="This comparison">
        {changes === 0 ? null : <a href="#change-1">First change</a>}
        <a href={isOnly ? page.links.whole : page.links.only} rel="nofollow">
          {isOnly ? 'The whole text' : 'Only changes'}
        </a>
        <a href={page.links.history}>All versions</a>
        {changes < 2 ? null : (
          <span className="soft meta keys-only">
            <kbd>n</kbd> next change, <kbd>p</kbd> the one before
          </span>
        )}
      </nav>
      {compared === null ? null : <ComparedText entries={compared.entries} people={people} lang={post.lang} dir={post.dir} />}
      {compared?.isCut !== true ? null : page.isAll ? (
        <p className="after soft">There are too many changes for one page. Compare versions that are closer together.</p>
      ) : (
        <p className="after">
          <a className="btn" href={page.links.all} rel="nofollow">
            Show all
          </a>
        </p>
      )}
    </div>
  )
}

function Version({ side }: { readonly side: Page['after'] }) {
  const now = useNow()
  return (
    <>
      <a href={side.href} rel="nofollow">
        {side.version}
      </a>{' '}
      <span className="soft">
        (<PersonLink person={side.editor} />, {exactTime(side.at, now === null ? 'UTC' : 'own')}
        {side.note === '' ? '' : `, “${side.note}”`})
      </span>
    </>
  )
}
