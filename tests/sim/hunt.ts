/** `node tests/sim/hunt.ts 3 500`: breaks the product as mutant 3 says, and looks for it in up to 500 seeds. Prints JSON. */
import { mutants } from './mutants.ts'
import { mutate } from './mutate.ts'

/** What a hunt came to: the seed that found the mutant and how; neither when it lived. */
export interface Hunt {
  name: string
  seed: number | null
  how: string
}

const [index = 0, most = 0] = process.argv.slice(2).map(Number)
const mutant = mutants[index]
if (!mutant) throw new Error(`no mutant ${index}`)
mutate(mutant)
const find = mutant.by === 'sim' ? await bySimulation() : await byComparison()
let hunt: Hunt = { name: mutant.name, seed: null, how: 'lives' }
for (let seed = 1; seed <= most && hunt.seed === null; seed += 1) {
  const how = await find(seed)
  if (how) hunt = { name: mutant.name, seed, how }
}
process.stdout.write(JSON.stringify(hunt))

async function bySimulation(): Promise<(seed: number) => Promise<string | undefined>> {
  const [{ failureOf }, { historyOf }] = [await import('./walk.ts'), await import('./history.ts')]
  return (seed) => failureOf(historyOf(seed))
}

async function byComparison(): Promise<(seed: number) => Promise<string | undefined>> {
  const [{ differenceUnder, storeCalls }, { default: fc }] = [await import('./stores.ts'), await import('fast-check')]
  return async (seed) => {
    const [calls = []] = fc.sample(storeCalls, { seed, numRuns: 1 })
    return differenceUnder(calls)
  }
}
