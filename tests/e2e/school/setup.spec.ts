import type { Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { takeFirstSteps } from '#tests/e2e/kit/first-steps.ts'
import { choosePassword, foundSchool } from '#tests/e2e/kit/found-school.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { inLanguage, speak } from '#tests/support/records/person.ts'
import { forShortRuns, freePort, holdServer, type Served, startServer } from '#tests/support/served/served-school.ts'

interface EmptyServer extends Served {
  /** The set-up link that the last start has printed. */
  link(): string
}

/** Each language on a database of its own kind: both are what a school may begin on. */
const engineOf = { en: 'embedded', ar: 'PostgreSQL' } as const
type Engine = (typeof engineOf)[keyof typeof engineOf]

/** A server over an empty folder, or over an empty PostgreSQL, without demo schools. */
async function serveNothing(engine: Engine): Promise<EmptyServer> {
  const cluster = engine === 'PostgreSQL' ? await startPostgres() : undefined
  const database = cluster && { DATABASE_URL: cluster.urlOf('postgres') }
  const dataDir = await mkdtemp(join(tmpdir(), 'bawaba-setup-'))
  let printed = ''
  const server = holdServer({
    port: await freePort(),
    dataDir,
    begin: (settings) => {
      const child = startServer({ ...settings, ...database, DEMO_SCHOOLS: 'no' }, forShortRuns)
      printed = ''
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      return child
    },
  })
  await server.start()
  return {
    ...server,
    link: () => /http:\S+\/setup#token=\S+/.exec(printed)?.[0] ?? '',
    remove: async () => {
      await server.stop()
      await cluster?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

for (const { lng, turn } of byTurns('alnoor')) {
  const engine = engineOf[lng]
  test(
    `OPS-01: an empty server (${engine}) gets its school and its administrator by screens alone in ${lng}`,
    turn,
    async ({ visit, unpackNew }) => {
      // Everything that a school sets before it sells.
      test.setTimeout(300_000)
      const beginMs = performance.now()
      const server = await serveNothing(engine)
      const say = speak(lng)
      const words = (key: string) => say(`identity.setup:${key}`)
      const { page } = await visit(`http://localhost:${server.port}`)
      const next = page.getByRole('button', { name: words('next'), exact: true })

      await test.step('a link that is not whole says what to do', async () => {
        await page.goto(inLanguage('/setup', lng))
        await expect(page.getByText(words('provider.signIn.lead'))).toBeVisible()
        await expectFits(page, lng, 'setup over')
      })

      await test.step('also on a host that is no school yet', async () => {
        await page.goto(`http://pearl.localhost:${server.port}${inLanguage('/setup', lng)}`)
        await expect(page.getByText(words('provider.signIn.lead'))).toBeVisible()
        await page.goto(`http://localhost:${server.port}${inLanguage('/setup', lng)}`)
      })

      await test.step('the school', async () => {
        await page.goto(server.link())
        await page.reload()
        await expect(page.getByRole('heading', { name: words('school.title') })).toBeVisible()
        expect(page.url()).not.toContain('token')
        await next.click()
        await expect(page.getByLabel(words('school.nameEn'))).toBeFocused()
        await page.getByLabel(words('school.nameEn')).fill('Pearl International School')
        await expect(page.getByText(`http://pearl.localhost:${server.port}`)).toBeVisible()
        await page.getByLabel(words('school.nameAr')).fill('مدرسة اللؤلؤة')
        await page.getByLabel(words('school.code')).fill('www')
        await next.click()
        await expect(page.getByText(words('problem.code.reserved'))).toBeVisible()
        await expectGoodHouse(page, lng, 'setup school')
        await expectFits(page, lng, 'setup school')
        await page.getByLabel(words('school.code')).fill('pearl')
        await page.getByLabel(words('school.country')).selectOption('KW')
        await expect(page.getByLabel(words('school.currency'))).toHaveValue('KWD')
        await expect(page.getByLabel(words('school.timeZone'))).toHaveValue('Asia/Kuwait')
        await page.getByRole('radio', { name: words(`language.${lng}`) }).check()
      })

      await test.step('it can be left and taken up again', async () => {
        await expect(page.locator('form[data-kept=true]')).toBeVisible()
        await expect(async () => {
          await page.goto('about:blank')
          await page.goto(server.link())
          await expect(page.getByLabel(words('school.nameAr'))).toHaveValue('مدرسة اللؤلؤة', { timeout: 5000 })
        }).toPass()
        await expect(page.getByLabel(words('school.country'))).toHaveValue('KW')
        await next.click()
      })

      const link = await test.step('the administrator', async () => {
        await expect(page.getByRole('heading', { name: words('administrator.title') })).toBeVisible()
        await page.getByLabel(words('administrator.nameAr')).fill('نورة الصباح')
        await page.getByRole('button', { name: words('create') }).click()
        await expect(page.getByLabel(words('administrator.email'))).toBeFocused()
        await expectGoodHouse(page, lng, 'setup administrator')
        await expectFits(page, lng, 'setup administrator')
        await page.getByLabel(words('administrator.email')).fill('noora@pearl.example')
        await page.getByRole('button', { name: words('create') }).click()
        const field = page.getByLabel(words('created.link'))
        await expect(field).toHaveValue(/^http:\/\/pearl\.localhost:\d+\/reset-password#token=/)
        await page.getByRole('button', { name: words('created.copy') }).click()
        await expectGoodHouse(page, lng, 'setup created')
        await expectFits(page, lng, 'setup created')
        return field.inputValue()
      })

      const signIn = async (at: Page) => {
        await at.goto(`http://pearl.localhost:${server.port}${inLanguage('/sign-in', lng)}`)
        await at.getByLabel(say('identity.sign-in:userName.label')).fill('noora@pearl.example')
        await at.locator('input[type="password"]').fill('six lamps on the pier')
        await at.locator('form button[type="submit"]').click()
        await expect(at).toHaveURL(/\/dashboard/)
      }
      await test.step('who signs in, and sees the dashboard', async () => {
        await page.goto(link)
        const account = (key: string) => say(`identity.account:${key}`)
        await choosePassword(page, 'six lamps on the pier')
        await page.getByRole('link', { name: account('verify.doneLink') }).click()
        await page.getByLabel(say('identity.sign-in:userName.label')).fill('noora@pearl.example')
        await page.locator('input[type="password"]').fill('six lamps on the pier')
        await page.locator('form button[type="submit"]').click()
        await expect(page).toHaveURL(`http://pearl.localhost:${server.port}/dashboard`)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await expectFits(page, lng, 'first dashboard')
      })

      const origin = server.origin('pearl')
      await takeFirstSteps({ page, lng, origin, visit, signIn })
      await foundSchool({ page, lng, server, visit, unpack: unpackNew })
      const seconds = Math.round((performance.now() - beginMs) / 1000)
      const description = `${seconds} s from an empty ${engine} database to the first enquiry in the list`
      test.info().annotations.push({ type: 'time', description })

      await test.step('the link is over', async () => {
        const { page: later } = await visit(`http://localhost:${server.port}`)
        await later.goto(inLanguage('/', lng))
        await later.goto(server.link())
        await expect(later.getByText(words('over.used'))).toBeVisible()
      })
      await server.remove()
      expect(server.errors()).toEqual([])
    },
  )
}
