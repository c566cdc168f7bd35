/**
 * Entry of the process that decodes what strangers send: without the store, without secrets, ended
 * when it has had nothing to do for a while. A decoder that crashes or eats all memory takes this
 * process with it and nothing else.
 */
import type { Asked } from './remake.ts'
import { prepareDecoders, remake } from './remake.ts'

prepareDecoders()
process.on('message', (asked: Asked) => {
  remake(asked).then(
    (answer) => process.send?.(answer),
    // The file is gone: whoever asked has given up.
    () => process.send?.({ fault: 'broken' }),
  )
})
process.on('disconnect', () => process.exit(0))
