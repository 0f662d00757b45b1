import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('alnoor')) {
  const say = speak(lng)

  test(`${code}: a family reads its home without a network, and how old it is`, turn, async ({ served, visit }) => {
    const { page, context } = await visit(served.origin(code), { worker: true })
    const { userName, password } = signInOf(demoSchool(code), 'family')
    await page.goto(inLanguage('/sign-in', lng))
    await fillSignIn(page, say, userName, password)
    const card = page.getByRole('article').first()
    await expect(card).toBeVisible()
    const seen = await card.getByRole('heading', { level: 2 }).textContent()
    await readyOffline(page)
    // What a page fetched before the worker was there is fetched by it from now on.
    await page.goto('/family')
    await expect(card).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(seen ?? '')
    const [before = ''] = say('overview.family:age.offline', { ago: '\u0000' }).split('\u0000')
    const age = page.getByRole('status').filter({ hasText: before.trim() })
    await expect(age).toBeVisible()
    await context.setOffline(false)
    await expect(age).toHaveCount(0)
  })
}
