import type { UserRateLimit } from './measure-schema.ts'

type Limit = Pick<UserRateLimit, 'type' | 'actionsPerInterval' | 'intervalLength' | 'intervalUnit'>

/** `At most 3 comments a day`, `At most 1 post every 2 weeks`, `No comments`. */
export function limitWords({ type, actionsPerInterval, intervalLength, intervalUnit }: Limit): string {
  const what = type === 'allPosts' ? 'post' : 'comment'
  if (actionsPerInterval === 0) return `No ${what}s`
  const unit = intervalUnit.replace(/s$/u, '')
  const often = intervalLength === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `every ${intervalLength} ${intervalUnit}`
  return `At most ${actionsPerInterval} ${what}${actionsPerInterval === 1 ? '' : 's'} ${often}`
}
