import { chromium, type Page } from 'playwright'
import { listen } from '#server/node/listen.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { composeApp } from '#server/node/run-server.ts'
import type { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { type Figure, percentile, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { boxOver } from '#tests/bench/ingest/ingest-server.ts'
import { leaveSignalsToUs, releaseAtEnd, temporaryFolder } from '#tests/bench/resources.ts'
import { builtClient } from '#tests/bench/scroll.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { makeSchool, password } from '#tests/support/factories.ts'
import { sampleLetter } from '#tests/support/letters/letter-press.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { signInAs } from '#tests/support/records/students-made.ts'

/**
 * Somebody writes a school's own words for a conditional offer in the built editor: how long it takes from a key until the letter
 * that holds it is painted, beside drawing the ready one without a browser, a server and a database. The nineteenth of twenty.
 */
export async function benchPreview(typesetter: ForkedTypesetter, isSmoke: boolean): Promise<Figure> {
  const page = await openEditor(typesetter)
  const keys = isSmoke ? 2 : 60
  const painted: number[] = []
  const alone: number[] = []
  for (let no = 0; no < keys; no += 1) {
    painted.push(await keyToPicture(page))
    const beginsMs = performance.now()
    await typesetter.draw(sampleLetter('conditional-offer-letter', 'both'), 'bench')
    alone.push(performance.now() - beginsMs)
  }
  return toFigure({
    name: 'a key in the editor until its letter is painted, p95',
    unit: 'ms',
    yardstickName: 'drawing the ready letter alone, p95',
    values: [percentile(painted, 0.95)],
    yardsticks: [percentile(alone, 0.95)],
    goal: valueAtMost(300),
  })
}

async function openEditor(typesetter: ForkedTypesetter): Promise<Page> {
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.urlOf('postgres') })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  box.deps.typesetter = typesetter
  await signInAs(box, await makeSchool(box, 'bench'), 'registrar', ['registrar'])
  const files = { current: builtClient, previous: temporaryFolder() }
  const listening = await listen(composeApp(box.app, files), 0)
  releaseAtEnd(() => listening.stop(1000))
  const browser = await chromium.launch({ ...launchOptions(), ...leaveSignalsToUs })
  releaseAtEnd(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  const say = speak('en')
  await page.goto(
    `http://bench.localhost:${listening.port}/sign-in?redirectUrl=%2Fletters%3Fletter%3Dconditional-offer-letter&lng=en`,
  )
  await fillSignIn(page, say, 'registrar', password)
  await page.getByRole('img', { name: say('letters.editor:preview.alt') }).waitFor()
  // A heading: in the middle of a paragraph a click may fall upon a field, and what is typed there goes nowhere.
  const card = page.getByRole('region', { name: say('letters.editor:kind.heading') }).first()
  await card.getByRole('textbox').first().click()
  await page.keyboard.press('End')
  return page
}

const patienceMs = 30_000

/**
 * Types one letter.
 *
 * @returns the time until another picture stands in the page, decoded and in a frame; ms
 * @throws where none has come after half a minute
 */
async function keyToPicture(page: Page): Promise<number> {
  const named = speak('en')('letters.editor:preview.alt')
  await page.evaluate(
    ({ named, patienceMs }) => {
      const find = () => document.querySelector<HTMLImageElement>(`img[alt="${named}"]`)
      const before = find()?.src
      const done = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('no other picture of the letter came')), patienceMs)
        document.addEventListener(
          'keydown',
          () => {
            const pressedMs = performance.now()
            const look = async () => {
              const picture = find()
              if (!picture || picture.src === before) return requestAnimationFrame(() => void look())
              await picture.decode().catch(() => undefined)
              return requestAnimationFrame(() => resolve(performance.now() - pressedMs))
            }
            void look()
          },
          { once: true, capture: true },
        )
      })
      // Anyone who waits for it is told; until then it is nobody's fault.
      done.catch(() => undefined)
      Object.assign(globalThis, { benchPainted: done })
    },
    { named, patienceMs },
  )
  await page.keyboard.type('a')
  return page.evaluate(() => (globalThis as unknown as { benchPainted: Promise<number> }).benchPainted)
}
