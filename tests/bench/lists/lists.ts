import type { Page } from 'playwright'
import { bundle, notFound, openPage, openProfile, serveSite } from '#tests/bench/bench-site.ts'
import { atMost, type Figure, type Goal, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { temporaryFolder } from '#tests/bench/resources.ts'
import type { ListTimes } from './lists-page.ts'

type TillTimes = ListTimes & { sale: number }

/**
 * A till that knows very much: from its disk to the first thing found, then looking for things; and the same with very
 * many sales unsent. Each round in a new browser process, so that nothing of the till is in memory.
 */
export async function benchLists(isSmoke: boolean): Promise<Figure[]> {
  const [rounds, rows, unsent, samples] = isSmoke ? [1, 50, 20, 12] : [5, 10_000, 20_000, 60]
  const origin = await serveSite(
    { lists: await bundle(new URL('./lists-page.ts', import.meta.url).pathname) },
    notFound,
  )
  const profile = temporaryFolder()
  const inNewBrowser = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const context = await openProfile(profile)
    const result = await work(await openPage(context, `${origin}/lists.html`, 'benchPlain'))
    await context.close()
    return result
  }
  const write = async (page: Page) => {
    const sizes = { items: rows, customers: rows }
    for (const [code, few] of [
      ['plain', 0],
      ['loaded', unsent],
    ] as const)
      await page.evaluate(([c, s]) => globalThis.benchWriteTill(c, s), [code, { ...sizes, unsent: few }] as const)
  }
  await inNewBrowser(write)
  const till = (code: string) => (page: Page) =>
    page.evaluate(([c, n]) => globalThis.benchTill(c, n), [code, samples] as const)
  const bare = (page: Page) => page.evaluate((n) => globalThis.benchPlain('plain', n), samples)
  const plain: TillTimes[] = []
  const loaded: TillTimes[] = []
  const lists: ListTimes[] = []
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await inNewBrowser(till('plain')))
    lists.push(await inNewBrowser(bare))
    loaded.push(await inNewBrowser(till('loaded')))
  }
  return figuresOf({ plain, loaded, lists, rows, unsent })
}

interface Measured {
  plain: TillTimes[]
  loaded: TillTimes[]
  lists: ListTimes[]
  rows: number
  unsent: number
}

function figuresOf({ plain, loaded, lists, rows, unsent }: Measured): Figure[] {
  const many = `${rows} items and ${rows} customers`
  const against = (name: string, of: keyof ListTimes, yardstickName: string, goal: Goal) =>
    toFigure({
      name,
      unit: 'ms',
      yardstickName,
      values: plain.map((t) => t[of]),
      yardsticks: lists.map((t) => t[of]),
      goal,
    })
  const under = (name: string, of: keyof TillTimes, most = 2) =>
    toFigure({
      name: `${name}, ${unsent} sales unsent`,
      unit: 'ms',
      yardstickName: 'the same with nothing unsent',
      values: loaded.map((t) => t[of]),
      yardsticks: plain.map((t) => t[of]),
      goal: atMost(most),
    })
  return [
    against(`disk to first search result, ${many}`, 'firstResult', 'reading the rows and no more', valueAtMost(1000)),
    against(`search, p95, ${many}`, 'search', 'going through the list', valueAtMost(30)),
    against(`barcode or card, p95, ${many}`, 'barcode', 'going through the list', valueAtMost(10)),
    under('disk to first search result', 'firstResult', 1.5),
    under('search, p95', 'search'),
    under('barcode or card, p95', 'barcode'),
    under('a sale saved', 'sale'),
  ]
}
