import type { ErrorEvent, StackFrame } from '#shared/reports/schema.ts'

/**
 * What was thrown, with what caused it: where our own code stood, with the source lines around it
 * where there was a source map.
 */
export function Stack({ exceptions }: Pick<ErrorEvent, 'exceptions'>) {
  return exceptions.map(({ type, message, isHandled, frames }, at) => (
    <section key={at} className="thrown">
      <h3 dir="auto">
        {at === 0 ? null : <span className="soft">Caused by </span>}
        {type}
        {isHandled === true ? <span className="soft"> (handled)</span> : null}
      </h3>
      {message === '' ? null : (
        <p className="said" dir="auto">
          {message}
        </p>
      )}
      {frames.length === 0 ? <p className="soft">No stack trace.</p> : null}
      <ol className="frames">
        {frames.map((frame, n) => (
          <li key={n}>
            <Frame frame={frame} isFirst={n === frames.findIndex(({ code }) => code !== null)} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

function Frame({ frame, isFirst }: { readonly frame: StackFrame; readonly isFirst: boolean }) {
  const place = (
    <>
      <bdi className={frame.isOurs ? 'file' : 'file soft'}>
        {frame.file === '' ? 'somewhere' : frame.file}
        {frame.line === null ? null : `:${frame.line}`}
        {frame.column === null ? null : `:${frame.column}`}
      </bdi>{' '}
      {frame.fn === '' ? null : <bdi className="soft">{frame.fn}</bdi>}
    </>
  )
  if (frame.code === null || frame.line === null) return <p className="frame">{place}</p>
  const first = frame.line - frame.before.length
  const lines = [...frame.before, frame.code, ...frame.after]
  return (
    <details open={isFirst}>
      <summary className="frame">{place}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is scrolled sideways must be within reach of the keyboard */}
      <pre className="source" tabIndex={0} role="region" aria-label={`${frame.file}, lines ${first} to ${first + lines.length - 1}`}>
        {lines.map((line, n) => {
          const shown = `${String(first + n).padStart(5)}  ${line}\n`
          return n === frame.before.length ? <mark key={n}>{shown}</mark> : shown
        })}
      </pre>
    </details>
  )
}
