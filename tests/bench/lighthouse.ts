import lighthouse from 'lighthouse'
import type { BrowserContext, Page } from 'playwright'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { freePort, type Served } from '#tests/support/served/served-school.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { openProfile, serveSite } from './bench-site.ts'
import { type Figure, toFigure, valueAtLeast, valueAtMost } from './figure.ts'
import { openServedTill, serveBench } from './served-till.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof categories)[number] | 'lcpMs', number>

/** Lighthouse asks for no less than this of a page that has nothing on it. */
const emptyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="Nothing"><link rel="icon" href="data:,">
</head><body><main><h1>Empty</h1></main></body></html>`

interface Audited {
  name: string
  /** Points for performance that are promised; the others are to be full. */
  performance: number
  /** Until the largest part is painted, where that was promised. */
  lcpMs?: number
  /** One audit as on a phone, of a first visit. */
  audit(): Promise<Scores>
}

/** The school's page, sign-in, till, the family's enquiry and its home on Lighthouse's phone, each as on a first visit, with an empty page in between. */
export async function benchLighthouse(isSmoke: boolean): Promise<Figure[]> {
  const rounds = isSmoke ? 1 : 5
  const served = await serveBench()
  const pages = [
    await openDoor(served),
    await openSignIn(served),
    await openTillPage(served),
    await openEnquiry(served),
    await openFamilyHome(served),
  ]
  const empty = await openEmpty()
  const scores = new Map<Audited, Scores[]>([...pages, empty].map((page) => [page, []]))
  for (let round = 0; round < rounds; round += 1) for (const [page, list] of scores) list.push(await page.audit())
  const of = (page: Audited, what: keyof Scores) => (scores.get(page) ?? []).map((score) => score[what])
  const paints = pages.flatMap((page) =>
    page.lcpMs === undefined
      ? []
      : toFigure({
          name: `largest paint, ${page.name}`,
          unit: 'ms',
          yardstickName: 'an empty page',
          values: of(page, 'lcpMs'),
          yardsticks: of(empty, 'lcpMs'),
          goal: valueAtMost(page.lcpMs),
        }),
  )
  const points = pages.flatMap((page) =>
    categories.map((category) =>
      toFigure({
        name: `Lighthouse ${category}, ${page.name}`,
        unit: 'points',
        yardstickName: 'an empty page',
        values: of(page, category),
        yardsticks: of(empty, category),
        goal: valueAtLeast(category === 'performance' ? page.performance : 100),
      }),
    ),
  )
  return [...points, ...paints]
}

/** What a visitor of a school's address sees: this one shows its own page there. */
async function openDoor(served: Served): Promise<Audited> {
  const port = await freePort()
  await openProfile(undefined, [`--remote-debugging-port=${port}`])
  return { name: 'school page', performance: 100, audit: () => scoresOf(`${served.origin('manara')}/`, port) }
}

/** Signed in on this device before; code and words come as for the first time. */
async function openFamilyHome(served: Served): Promise<Audited> {
  const port = await freePort()
  const context = await openProfile(undefined, [`--remote-debugging-port=${port}`])
  const page = await context.newPage()
  const origin = served.origin('alnoor')
  await page.goto(inLanguage(`${origin}/sign-in`, 'en'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'family')
  await fillSignIn(page, speak('en'), userName, password)
  await page.getByRole('article').first().waitFor()
  return {
    name: "family's home",
    performance: 95,
    audit: async () => {
      await forgetCode(context, page, origin)
      return scoresOf(`${origin}/family`, port, true)
    },
  }
}

/** Makes a browser fetch the app as for the first time, with what the device keeps of its person. */
async function forgetCode(context: BrowserContext, page: Page, origin: string): Promise<void> {
  await page.goto('about:blank')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

async function openSignIn(served: Served): Promise<Audited> {
  const port = await freePort()
  await openProfile(undefined, [`--remote-debugging-port=${port}`])
  return { name: 'sign-in', performance: 93, audit: () => scoresOf(`${served.origin('alnoor')}/sign-in`, port) }
}

async function openEnquiry(served: Served): Promise<Audited> {
  const port = await freePort()
  await openProfile(undefined, [`--remote-debugging-port=${port}`])
  const audit = () => scoresOf(`${served.origin('alnoor')}/enquiry/new`, port)
  return { name: 'enquiry', performance: 95, lcpMs: 2000, audit }
}

/** The till knows its device and its operator; its code, words and worker come as for the first time. */
async function openTillPage(served: Served): Promise<Audited> {
  const port = await freePort()
  const { tablet } = await openServedTill(served, [`--remote-debugging-port=${port}`])
  const origin = served.origin('alnoor')
  return {
    name: 'till',
    performance: 93,
    audit: async () => {
      await forgetCode(tablet.context, tablet.page, origin)
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
  return { name: 'empty', performance: 100, audit: () => scoresOf(`${origin}/`, port) }
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
    lcpMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
  }
}
