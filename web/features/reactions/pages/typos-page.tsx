import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadTypos } from '../typos.load.ts'

type View = ReturnType<typeof usePage<typeof loadTypos>>['open'][number]

/**
 * Corrections that readers suggest by a typo reaction: taken over or dismissed by who wrote the
 * words.
 */
export default function TyposPage() {
  const { target, open, decided, now } = usePage<typeof loadTypos>()
  const refused = useRefusedForm('reactions.decideTypo')
  return (
    <div className="narrow">
      <h1 className="page-title">Corrections</h1>
      <p className="soft">
        Corrections that readers suggest for your posts and comments. {target === null ? null : <a href={links.typos()}>All corrections</a>}
      </p>
      <Refusal error={refused?.error ?? null} />
      {open.length === 0 ? <p className="empty">No corrections to review.</p> : null}
      <ul className="plain-list">
        {open.map((view) => (
          <li key={view.id} id={view.id}>
            <Change view={view} />
            <form method="post" action={links.form('reactions.decideTypo')} className="react-choices">
              <input type="hidden" name="from" value={links.typos(target ?? undefined)} />
              <input type="hidden" name="id" value={view.id} />
              <button className="btn" name="verdict" value="accepted">
                Accept<span className="sr"> “{view.replacement}”</span>
              </button>{' '}
              <button className="btn quiet" name="verdict" value="dismissed">
                Dismiss<span className="sr"> “{view.replacement}”</span>
              </button>
            </form>
            <Origin view={view} now={now} />
          </li>
        ))}
      </ul>
      {decided.length === 0 ? null : (
        <section aria-labelledby="decided-typos">
          <h2 className="section" id="decided-typos">
            Decided
          </h2>
          <ul className="plain-list">
            {decided.map((view) => (
              <li key={view.id}>
                <Change view={view} />
                <p className="meta soft">{view.verdict === 'accepted' ? 'Accepted' : 'Dismissed'}</p>
                <Origin view={view} now={now} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Change({ view: { quote, replacement, explanation } }: { readonly view: View }) {
  return (
    <>
      <p dir="auto">
        {quote.before === '' ? '' : '…'}
        {quote.before}
        <del>{quote.text}</del> {replacement === '' ? null : <ins>{replacement}</ins>}
        {quote.after}
        {quote.after === '' ? '' : '…'}
      </p>
      {explanation === '' ? null : <p dir="auto">{explanation}</p>}
    </>
  )
}

function Origin({ view: { by, proposedAt, title, isOfComment, href }, now }: { readonly view: View; readonly now: number }) {
  return (
    <p className="meta soft">
      {by}, <Time at={proposedAt} now={now} />, in {isOfComment ? 'a comment under ' : ''}
      <a href={href} dir="auto">
        {title}
      </a>
    </p>
  )
}
