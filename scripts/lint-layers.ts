import { join } from 'node:path'
import { checkLayers } from './layers.ts'

/** Raise it as the project grows: a checker that sees too few files has lost sight of them. */
const leastModules = 150

const { modules, violations } = await checkLayers(join(import.meta.dirname, '..'))

for (const { rule, from, to } of violations) console.error(`${rule}: ${from} imports ${to}`)
if (modules.length < leastModules) console.error(`Only ${modules.length} modules seen, at least ${leastModules} expected.`)
else console.log(`${modules.length} modules, ${violations.length} violations.`)
if (violations.length > 0 || modules.length < leastModules) process.exitCode = 1
