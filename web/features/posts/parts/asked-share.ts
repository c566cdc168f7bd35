import type { useNavigate } from '../../../data/navigation.ts'

interface Here {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** On arrival with `?sharePopup=true`, which goes from the address first. */
export async function askedShare(
  { pathname, search, hash }: Here,
  navigate: ReturnType<typeof useNavigate>,
  share: () => Promise<void>,
): Promise<void> {
  const rest = new URLSearchParams(search)
  if (rest.get('sharePopup') !== 'true') return
  rest.delete('sharePopup')
  const plain = `${pathname}${rest.size === 0 ? '' : `?${String(rest)}`}${hash}`
  await navigate(plain, { replace: true, preventScrollReset: true })
  await share()
}
