/**
 * `npm run epoch`: to be run once after a backup was put back, while the server is stopped, and
 * before it is started again. Devices may hold what the backup has never heard of. A new epoch
 * tells them so: they fetch everything anew, and send again what they had already sent and the
 * backup lacks. Without it a device whose cursors happen to fit would go on showing what is no
 * longer there.
 */
import '#server/runtime-guard.ts'
import { atConsole } from './console.ts'

await atConsole(async ({ store }) => {
  const epoch = await store.renewEpoch()
  console.log(
    `This store is now of epoch ${epoch} (it was ${store.meta.epoch}). Start the server: every device fetches what it holds anew.`,
  )
})
