/**
 * vitest reporter: what each journey has cost in CPU seconds of its servers and browsers, and which
 * budget is broken, by name.
 */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { journeyBudget, launchSeconds, overBudget, room } from './journey-budgets.ts'

export default class PriceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(priced).filter(({ tests }) => tests.length > 0)
    const all = files.flatMap(({ tests }) => tests)
    const sum = total(all.map(({ price }) => price))
    console.log('\nCPU seconds of servers and browsers, dearest file first:')
    for (const { name, price, tests } of files.sort((a, b) => b.price - a.price)) {
      console.log(`${price.toFixed(1).padStart(7)}  ${name}`)
      for (const test of tests) console.log(`${test.price.toFixed(1).padStart(13)}  ${test.name}`)
    }
    console.log(`${sum.toFixed(1).padStart(7)}  in all, ${total(all.map(({ serverPrice }) => serverPrice)).toFixed(1)} of them servers`)
    const machine = slownessOf(all.flatMap(({ launches }) => launches))
    const worst = Math.max(...files.map(({ slowness }) => slowness))
    console.log(`${machine.toFixed(2).padStart(7)}  times as slow as the machine of the budgets, ${worst.toFixed(2)} at its worst`)
    const budget = Math.max(journeyBudget.all, overBudget.all) * machine
    // What all files together cost more is the machine's too, and no file's own.
    const forAll = Math.max(1, sum / budget)
    const broken = files
      .map((file) => ({ ...file, budget: overBudget.files[file.name] ?? journeyBudget.file }))
      .filter(({ price, slowness, budget }) => price > budget * room.file * Math.max(machine, slowness) * forAll)
      .map(({ name, price, budget }) => `${name} costs ${price.toFixed(1)}, its budget is ${budget}`)
    if (sum > budget * room.all) broken.push(`all journeys cost ${sum.toFixed(1)}, their budget is ${budget.toFixed(0)}`)
    if (broken.length === 0) return
    console.error(`\nOver budget:\n${broken.join('\n')}`)
    process.exitCode = 1
  }
}

/**
 * How many times slower than the machine of the budgets, by the median start of a browser among
 * these; 1 or more: a fast machine makes no budget smaller. A fixed piece of JavaScript said 1.84
 * and 2.75 in two runs that cost the same.
 */
function slownessOf(launches: readonly number[]): number {
  const median = launches.toSorted((a, b) => a - b)[launches.length >> 1]
  return Math.max(1, (median ?? 0) / launchSeconds)
}

interface Priced {
  readonly name: string
  readonly price: number
}

interface PricedTest extends Priced {
  readonly serverPrice: number
  readonly launches: readonly number[]
}

interface PricedFile extends Priced {
  readonly tests: readonly PricedTest[]
  readonly slowness: number
}

function priced(module: TestModule): PricedFile {
  const tests = [...module.children.allTests()].flatMap((test) => {
    const { price, serverPrice = 0, launches = [] } = test.meta()
    return price === undefined ? [] : [{ name: test.name, price, serverPrice, launches }]
  })
  const slowness = slownessOf(tests.flatMap(({ launches }) => launches))
  return { name: relative(process.cwd(), module.moduleId), price: total(tests.map(({ price }) => price)), tests, slowness }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
