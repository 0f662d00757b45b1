import type { Page } from '@playwright/test'
import { studentList } from '#shared/admissions/student.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const [{ lng }] = schools
const pages = 8
const pageSize = 50

/** Makes several full pages of the few students that the school has. */
async function makeLong(page: Page, served: Served) {
  const ask = schoolAsker(served, 'alnoor')
  const { token } = await ask(login, signInOf(demoSchool('alnoor'), 'registrar'))
  const { students, about } = await ask(studentList, {}, token)
  await page.route('**/student/student_list', async (route) => {
    const no = Number((route.request().postDataJSON() as { after?: string }).after ?? 0)
    const copies = Array.from({ length: pageSize }, (_, at) => ({
      ...students[at % students.length],
      student_id: `00000000-0000-7000-8000-${String(no * pageSize + at).padStart(12, '0')}`,
    }))
    const next = no + 1 < pages ? String(no + 1) : null
    await route.fulfill({ json: { students: copies, next, about: no === 0 ? about : null } })
  })
}

/** What React has drawn these lines with: other objects as soon as it draws them again. */
const drawnWith = (page: Page) =>
  page.evaluateHandle(() =>
    [...document.querySelectorAll('tr[data-student]')].slice(0, 10).map((row) => {
      const name = Object.keys(row).find((key) => key.startsWith('__reactProps')) ?? ''
      return [row, (row as unknown as Record<string, unknown>)[name]]
    }),
  )

test('alnoor: while page after page of a long list comes, no line that stands there is made again and nobody asks whether the server is there', async ({
  served,
  visit,
}) => {
  const { page } = await visit(served.origin('alnoor'))
  await makeLong(page, served)
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage('/sign-in?redirectUrl=%2Fdashboard', lng))
  await fillSignIn(page, speak(lng), userName, password)
  const rows = page.locator('tr[data-student]')
  await expect(rows.first()).toBeVisible()
  // The chip that says whether the desk is connected comes after the page, and asks once by itself.
  await page.waitForRequest('**/healthz')
  const before = await drawnWith(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.mouse.move(640, 500)
  const last = page.locator(`tr[aria-rowindex="${pages * pageSize + 1}"]`)
  await expect(async () => {
    await page.mouse.wheel(0, 1000)
    expect(await last.count()).toBe(1)
  }).toPass({ intervals: [100] })
  const { length, areSame } = await drawnWith(page).then((now) =>
    page.evaluate(
      ([one, other]) => ({
        length: one.length,
        areSame: one.every(
          ([row, props], no) => row === other[no]?.[0] && props === other[no]?.[1] && props !== undefined,
        ),
      }),
      [before, now] as const,
    ),
  )
  expect({ length, areSame }).toEqual({ length: 10, areSame: true })
  const came = asked.filter((path) => path.endsWith('/student_list')).length
  expect(came).toBeGreaterThan(4)
  // It asks by itself every ten seconds.
  expect(asked.filter((path) => path === '/healthz').length).toBeLessThan(came / 2)
})
