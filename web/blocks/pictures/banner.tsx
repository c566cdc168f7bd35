interface BannerProps {
  readonly src: string
  readonly alt: string
  /** `null`: there is no narrower form. */
  readonly srcset: string | null
}

/** A picture across the page. Its room is kept before it comes. */
export function Banner({ src, alt, srcset }: BannerProps) {
  const narrower = srcset === null ? {} : { srcSet: srcset, sizes: '(max-width: 48rem) 100vw, 48rem' }
  return <img className="series-banner" loading="lazy" decoding="async" src={src} alt={alt} {...narrower} width={1200} height={380} />
}
