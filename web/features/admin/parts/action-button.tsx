import { links } from '#shared/links.ts'
import { useLocation } from '../../../data/navigation.ts'

interface ActionButtonProps {
  readonly mutation: string
  readonly fields: Readonly<Record<string, string>>
  /** Where one is afterwards; this page unless said. */
  readonly from?: string
  readonly isQuiet?: boolean
  /** What it is done to, for those who hear only the button. */
  readonly of: string
  readonly children: string
}

/** One press, one mutation: a plain form. */
export function ActionButton({ mutation, fields, from, isQuiet = false, of, children }: ActionButtonProps) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={links.form(mutation)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="from" value={from ?? `${pathname}${search}`} />
      <button className={isQuiet ? 'btn quiet' : 'btn'}>
        {children}
        <span className="sr">: {of}</span>
      </button>
    </form>
  )
}
