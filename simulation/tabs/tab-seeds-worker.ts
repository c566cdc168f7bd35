/**
 * A thread that runs seeds of the shipped client as it is told, with a fault in its source or
 * without. Its globals are the tabs' before anything is loaded.
 */
import './browser-globals.ts'
import { nameChannelsByPage } from './browser-globals.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { PlantedFault } from '../../scripts/plant-faults.ts'
import type { TabOrder } from './seeds.ts'
import { plantInSource } from './plant-in-source.ts'

// What `runTabSeeds` gives it.
const { fault } = workerData as { readonly fault: PlantedFault | null }
if (fault !== null) plantInSource(fault)
const { WebsocketProvider } = await import('y-websocket')
nameChannelsByPage(WebsocketProvider)
const { runTabs } = await import('./run.ts')

parentPort?.on('message', ({ seed, isTraced }: TabOrder) => {
  void (async () => {
    const lines: string[] = []
    const done = await runTabs(seed, isTraced ? (line) => lines.push(line) : undefined)
    parentPort?.postMessage({ ...done, lines })
  })()
})
