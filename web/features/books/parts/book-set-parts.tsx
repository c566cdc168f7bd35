import type { BookSetView } from '../books.load.ts'

export function Cover({ set: { cover, title } }: { readonly set: BookSetView }) {
  if (cover === null) return null
  return <img className="series-banner" src={cover} alt={`Cover of ${title}`} loading="lazy" decoding="async" width={1200} height={380} />
}

/** Where it is sold, and where it can be read here. */
export function BuyLinks({ set: { buyUrl, collection } }: { readonly set: BookSetView }) {
  if (buyUrl === null && collection === null) return null
  return (
    <p className="series-acts">
      {buyUrl === null ? null : (
        <a className="btn" href={buyUrl} rel="noopener">
          Buy it
        </a>
      )}
      {collection === null ? null : (
        <a className="btn quiet" href={collection.href}>
          Read it here
        </a>
      )}
    </p>
  )
}
