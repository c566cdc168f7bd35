import { memoryStore } from '#shared/testing/memory-store.ts'
import { testTables } from '#shared/testing/notes.ts'
import { storeContract } from '#shared/testing/store-contract.ts'
import { openStore } from './open-store.ts'
import { places } from './testing/each-store.ts'

storeContract('memory', async () => memoryStore(testTables))

for (const [name, makePlace] of places) {
  storeContract(name, async () => {
    const place = await makePlace()
    const store = await openStore(place.address, testTables)
    return {
      read: store.read,
      write: store.write,
      close: async () => {
        await store.close()
        await place.remove()
      },
    }
  })
}
