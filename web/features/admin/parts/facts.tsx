import type { ReactNode } from 'react'

/** Names and what they say; what is empty is left out. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  const shown = of.filter(([, value]) => value !== '')
  return (
    <dl className="facts report-dl">
      {shown.map(([name, value], at) => (
        <FactPair key={at} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactPair({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  )
}
