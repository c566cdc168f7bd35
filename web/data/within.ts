/**
 * `undefined` when the work failed or took longer than `ms`. For what must not wait for a database:
 * one may hang for ever.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  const first = await Promise.race([work.catch(() => undefined), tooLong])
  clearTimeout(timer)
  return first
}
