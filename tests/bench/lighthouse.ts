import lighthouse from 'lighthouse'
import type { BrowserContext } from 'playwright'
import { freePort, type Served } from '../support/served-school.ts'
import { openProfile, serveSite } from './bench-site.ts'
import { type Figure, toFigure, valueAtLeast } from './figure.ts'
import { openServedTill, serveBench } from './served-till.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof categories)[number], number>

/** Lighthouse asks for no less than this of a page that has nothing on it. */
const emptyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="Nothing"><link rel="icon" href="data:,">
</head><body><main><h1>Empty</h1></main></body></html>`

interface Audited {
  name: string
  /** One audit as on a phone, of a first visit. */
  audit(): Promise<Scores>
}

/** Sign-in and till on Lighthouse's phone, each as on a first visit, with an empty page in between. */
export async function benchLighthouse(isSmoke: boolean): Promise<Figure[]> {
  const rounds = isSmoke ? 1 : 5
  const served = await serveBench()
  const pages = [await openSignIn(served), await openTillPage(served)]
  const empty = await openEmpty()
  const scores = new Map<Audited, Scores[]>([...pages, empty].map((page) => [page, []]))
  for (let round = 0; round < rounds; round += 1) for (const [page, list] of scores) list.push(await page.audit())
  return pages.flatMap((page) =>
    categories.map((category) =>
      toFigure({
        name: `Lighthouse ${category}, ${page.name}`,
        unit: 'points',
        yardstickName: 'an empty page',
        values: (scores.get(page) ?? []).map((s) => s[category]),
        yardsticks: (scores.get(empty) ?? []).map((s) => s[category]),
        goal: valueAtLeast(category === 'performance' ? 93 : 100),
      }),
    ),
  )
}

async function openSignIn(served: Served): Promise<Audited> {
  const port = await freePort()
  await openProfile(undefined, [`--remote-debugging-port=${port}`])
  return { name: 'sign-in', audit: () => scoresOf(`${served.origin('alnoor')}/sign-in`, port) }
}

/** The till knows its device and its operator; its code, words and worker come as for the first time. */
async function openTillPage(served: Served): Promise<Audited> {
  const port = await freePort()
  const { tablet } = await openServedTill(served, [`--remote-debugging-port=${port}`])
  const origin = served.origin('alnoor')
  const forgetCode = async (context: BrowserContext) => {
    await tablet.page.goto('about:blank')
    const session = await context.newCDPSession(tablet.page)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
    await session.send('Network.clearBrowserCache')
    await session.detach()
  }
  return {
    name: 'till',
    audit: async () => {
      await forgetCode(tablet.context)
      return scoresOf(`${origin}/pos`, port, true)
    },
  }
}

async function openEmpty(): Promise<Audited> {
  const port = await freePort()
  await openProfile(undefined, [`--remote-debugging-port=${port}`])
  const origin = await serveSite({}, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(emptyPage)
  })
  return { name: 'empty', audit: () => scoresOf(`${origin}/`, port) }
}

async function scoresOf(url: string, port: number, disableStorageReset = false): Promise<Scores> {
  const onlyCategories = [...categories]
  const result = await lighthouse(url, { port, disableStorageReset, onlyCategories, logLevel: 'error' })
  const lhr = result?.lhr
  if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse did not see ${url}: ${lhr?.runtimeError?.message ?? ''}`)
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`Lighthouse saw ${lhr.finalDisplayedUrl} in place of ${url}`)
  const scoreOf = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    seo: scoreOf('seo'),
  }
}
