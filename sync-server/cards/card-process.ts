/**
 * Entry of the process that draws cards: without the store, without secrets, ended when it has had
 * nothing to do for a while.
 */
import sharp from 'sharp'
import type { CardAsked } from './render-card.ts'
import { cardPen } from './render-card.ts'

sharp.cache(false)
sharp.concurrency(1)
const draw = cardPen()
process.on('message', (asked: CardAsked) => {
  draw(asked).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : 'unknown' }),
  )
})
process.on('disconnect', () => process.exit(0))
