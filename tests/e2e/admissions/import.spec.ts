import { importColumns } from '#shared/admissions/import/import-columns.rules.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { byTurns, expect, later, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const columns = ['nameEn', 'birthDate', 'grade', 'entryYear'] as const

for (const { code, lng, turn } of byTurns('manara'))
  test(
    `${code}: a list of students is judged row by row, and those who are new are brought in`,
    turn,
    async ({ served, visit }) => {
      const say = speak(lng)
      const { page } = await visit(served.origin(code))
      const { userName, password } = signInOf(demoSchool(code), 'registrar')
      await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent('/student/import')}`, lng))
      await fillSignIn(page, say, userName, password)
      const head = columns.map((column) => importColumns[column][lng]).join(',')
      const pupils = Array.from(
        { length: 9 },
        (_, no) => `Talal Brought-In-${'abcdefghi'[no]},2020-0${no + 1}-11,1,2030`,
      )
      const lines = [head, ...pupils, 'Nobody Knows When,the third of May,1,2030']
      const choosing = page.waitForEvent('filechooser')
      await page.getByText(say('admissions.import:choose')).click()
      await (await choosing).setFiles({
        name: 'Pupils of 2030.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r\n')),
      })
      // Anyone who is refused stands first, with the reason and its column.
      const bring = page.getByRole('button', { name: say('admissions.import:bring') })
      await expect(bring).toBeEnabled()
      const refused = page.getByRole('listitem').filter({ hasText: 'Nobody Knows When' }).first()
      await expect(refused).toContainText(importColumns.birthDate[lng])
      await expectGoodHouse(page, lng, 'a file that was judged')
      await expectFits(page, lng, 'a file that was judged')
      expect.soft(await walkByTab(page), 'walked').toEqual([])
      expect.soft(await hearPage(page), 'heard').toEqual([])
      expect.soft(await smallTargets(page), 'too small').toEqual([])
      await bring.click()
      await expect(page.getByText(say('admissions.import:state.done')).first()).toBeVisible()
      await expectGoodHouse(page, lng, 'a file that was brought in')
      await page.goto('/dashboard?text=Brought-In')
      await expect(page.getByRole('rowheader').getByRole('button')).toHaveCount(9)
    },
  )

test(
  'manara: a long list that is coming in is stopped, stays as far as it came, and goes on to its end',
  later,
  async ({ served, visit }) => {
    test.setTimeout(360_000)
    const say = speak('ar')
    const rows = 1700
    const { page } = await visit(served.origin('manara'))
    const { userName, password } = signInOf(demoSchool('manara'), 'registrar')
    await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent('/student/import')}`, 'ar'))
    await fillSignIn(page, say, userName, password)
    const letters = (no: number) => Array.from(String(no), (digit) => 'abcdefghij'[Number(digit)]).join('')
    const lines = Array.from({ length: rows }, (_, no) => `Noura Long-List-${letters(no)},2024-03-11,1,2030`)
    const choosing = page.waitForEvent('filechooser')
    await page.getByText(say('admissions.import:choose')).click()
    await (await choosing).setFiles({
      name: 'A whole school.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([columns.map((column) => importColumns[column].ar).join(','), ...lines].join('\r\n')),
    })
    const job = page.getByRole('region', { name: 'A whole school.csv' })
    // Its own: while the rows below it are fetched they have a status as well.
    const state = job.locator('> [role=status]')
    await job.getByRole('button', { name: say('admissions.import:bring') }).click({ timeout: 60_000 })
    const broughtIn = async () => Number(await job.getByRole('progressbar').getAttribute('value'))
    await expect.poll(broughtIn, { timeout: 60_000 }).toBeGreaterThan(0)
    await job.getByRole('button', { name: say('admissions.import:stop') }).click()
    await expect(state).toHaveText(say('admissions.import:state.stopped'))
    const far = await broughtIn()
    expect(far).toBeLessThan(rows)
    // Anyone who comes back finds it as it was left.
    await page.reload()
    await expect(state).toHaveText(say('admissions.import:state.stopped'))
    expect(await broughtIn()).toBe(far)
    await expectGoodHouse(page, 'ar', 'a file that was stopped')
    await job.getByRole('button', { name: say('admissions.import:resume') }).click()
    await expect(state).toHaveText(say('admissions.import:state.done'), { timeout: 120_000 })
    expect(await broughtIn()).toBe(rows)
  },
)
