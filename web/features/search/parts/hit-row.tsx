import type { Hit, HitAuthor } from '#shared/search/results.ts'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { Pieces } from '../../../blocks/search-box/pieces.tsx'
import { Time } from '../../../ui/time.tsx'

interface HitRowProps {
  readonly hit: Hit
  readonly now: number | null
}

/** One thing found: what it is, one quiet line about it, and the words around the hit. */
export function HitRow({ hit, now }: HitRowProps) {
  switch (hit.kind) {
    case 'posts':
      return (
        <li>
          <h2 className="row-title">
            <a href={hit.href} lang={hit.lang} dir={hit.dir}>
              <Pieces of={hit.title} />
            </a>
          </h2>
          <p className="hit-by">
            {hit.isDraft === true ? <span className="hit-draft">Draft</span> : null}
            <Authors of={hit.authors} /> <Time at={hit.at} now={now} /> <span>{counted(hit.karma, 'point')}</span>{' '}
            <span>{counted(hit.commentCount, 'comment')}</span>
            {hit.wonIn === undefined ? null : <span>Best of {hit.wonIn}</span>}
          </p>
          <p className="hit-words" lang={hit.lang} dir={hit.dir}>
            <Pieces of={hit.snippet} />
          </p>
        </li>
      )
    case 'comments':
      return (
        <li>
          <h2 className="row-title">
            <a href={hit.href}>
              <span className="sr">Comment on </span>
              {hit.postTitle}
            </a>
          </h2>
          <p className="hit-by">
            <Authors of={[hit.author]} /> <Time at={hit.at} now={now} />{' '}
            {hit.karma === null ? null : <span>{counted(hit.karma, 'point')}</span>}
          </p>
          <p className="hit-words" dir="auto">
            <Pieces of={hit.snippet} />
          </p>
        </li>
      )
    case 'tags':
      return (
        <li>
          <h2 className="row-title">
            <a href={hit.href}>
              <Pieces of={hit.name} />
            </a>
          </h2>
          <p className="hit-by">{counted(hit.postCount, 'post')}</p>
        </li>
      )
    case 'sequences':
      return (
        <li>
          <h2 className="row-title">
            <a href={hit.href} dir="auto">
              <Pieces of={hit.title} />
            </a>
          </h2>
          <p className="hit-by">
            <Authors of={[hit.author]} /> <Time at={hit.at} now={now} />
          </p>
          {hit.snippet.length === 0 ? null : (
            <p className="hit-words" dir="auto">
              <Pieces of={hit.snippet} />
            </p>
          )}
        </li>
      )
    case 'users':
      return (
        <li>
          <h2 className="row-title">
            <a href={hit.href}>
              <Pieces of={hit.name} />
            </a>
          </h2>
          {hit.earned === null ? null : (
            <p className="hit-by">
              <span>{counted(hit.earned.karma, 'point')}</span> <span>{counted(hit.earned.postCount, 'post')}</span>{' '}
              <span>{counted(hit.earned.commentCount, 'comment')}</span>
            </p>
          )}
          {hit.snippet.length === 0 ? null : (
            <p className="hit-words" dir="auto">
              <Pieces of={hit.snippet} />
            </p>
          )}
        </li>
      )
  }
}

function Authors({ of }: { readonly of: readonly HitAuthor[] }) {
  return (
    <span>
      {of.map(({ name, slug }, at) => (
        <span key={slug === '' ? at : slug}>
          {at === 0 ? null : ', '}
          {slug === '' ? name : <a href={links.user(slug)}>{name}</a>}
        </span>
      ))}
    </span>
  )
}
