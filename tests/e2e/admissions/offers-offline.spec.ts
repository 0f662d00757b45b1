import type { Locator, Page } from '@playwright/test'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { expect, type StageSchool, schools, test, later } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, type Say, speak } from '#tests/support/records/person.ts'
import { openLine } from '#tests/support/served/served-line.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, schoolDay, signInOf } from '#tests/support/served/served-school-demo.ts'

const [alnoor, manara] = schools

/** The registrar opens a child's file with a network, which stays on the device for when there is none. */
async function openFile(page: Page, { code, lng }: StageSchool, id: string) {
  const { userName, password } = signInOf(demoSchool(code), 'registrar')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(`/student/${id}`)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  await expect(page.getByRole('button', { name: speak(lng)('students:move.offer-out'), exact: true })).toBeVisible()
  await readyOffline(page)
  await expect.poll(() => hasSeen(page, `desk-${code}`)).toBe(true)
}

/** Whether this browser remembers what was opened at the desk. */
const hasSeen = (page: Page, name: string): Promise<boolean> =>
  page.evaluate(
    (desk) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(desk)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const counting = db.transaction('seen').objectStore('seen').count()
          counting.onsuccess = () => {
            db.close()
            resolve(counting.result > 0)
          }
        }
      }),
    name,
  )

/** What is typed without a network, and where it goes. */
async function writeOffer(page: Page, { code, lng }: StageSchool, { name, email }: { name: string; email: string }) {
  const say = speak(lng)
  await page.getByRole('button', { name: say('students:move.offer-out'), exact: true }).click()
  const form = page.getByRole('form', { name: say('students:move.offer-out') })
  await expect(form.getByRole('status')).toHaveText(say('students:offer.offline'))
  await form.getByLabel(say('students:offer.startOn')).fill(schoolDay(code, 200))
  await form.getByLabel(say('students:offer.expiresOn')).fill(schoolDay(code, 20))
  await form.getByLabel(say('students:offer.amount')).fill('31500')
  await form.getByLabel(say('students:offer.deposit')).fill('1500')
  await form.getByLabel(say('students:offer.signer'), { exact: true }).fill(name)
  await form.getByLabel(say('students:offer.email'), { exact: true }).fill(email)
  return form
}

/** What was written stands there, word for word. */
async function expectWritten(where: Locator, { name, email }: { name: string; email: string }) {
  await expect(where).toContainText(/31,500|٣١٬٥٠٠/)
  await expect(where).toContainText(name)
  await expect(where).toContainText(email)
}

const keptIn = (page: Page, say: Say) => page.getByRole('region', { name: say('students:kept.title') })
const clashIn = (page: Page) => page.getByRole('main').getByRole('alert')

test('alnoor: an offer is written without a network, kept as a proposal, sent once though its answer is lost, and takes a seat when somebody agrees', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const line = await openLine(served, 'alnoor')
  const [child, other] = await line.shortlisted(2)
  if (!child || !other) throw new Error('nobody was brought')
  await line.leaveFree(child.id, 1)
  const { taken } = await line.stands(child.id)
  const { page, context } = await visit(served.origin('alnoor'), { worker: true })
  await openFile(page, alnoor, child.id)
  await context.setOffline(true)
  const signer = { name: 'Omar Al Mana', email: 'written-offline@home.example' }
  const form = await writeOffer(page, alnoor, signer)
  await expectGoodHouse(page, 'en', 'an offer without a network')
  await expectFits(page, 'en', 'an offer without a network')
  await form.getByRole('button', { name: say('students:moves.propose') }).click()
  const kept = keptIn(page, say)
  await expect(kept).toContainText(say('students:kept.offer'))
  await expect(page.getByText(say('students:done.kept'))).toBeFocused()

  // As if the tab had died: it is on this device, with every word, and the server knows nothing.
  await page.reload()
  await expect(kept).toContainText(say('students:kept.offer'))
  await expectWritten(kept, signer)
  await expectGoodHouse(page, 'en', 'an offer that is kept')
  await expectFits(page, 'en', 'an offer that is kept')
  expect.soft(await smallTargets(page), 'too small: an offer that is kept').toEqual([])
  const before = { status: 'shortlisted', offers: [], proposals: 0, taken }
  expect(await line.stands(child.id)).toEqual(before)

  // The server takes it, its answer never comes.
  let isLost = true
  await page.route('**/student/student_update*', async (route) => {
    if (!isLost) return route.continue()
    const asked = route.request()
    const student_id = new URL(asked.url()).searchParams.get('student_id')
    const token = (await asked.headerValue('authorization'))?.replace('Bearer ', '')
    await schoolAsker(served, 'alnoor')(studentUpdate, { ...asked.postDataJSON(), student_id }, token)
    await route.abort()
  })
  await context.setOffline(false)
  const proposed = { ...before, offers: ['draft'], proposals: 1 }
  await expect.poll(() => line.stands(child.id)).toEqual(proposed)
  await expect(kept).toBeVisible()
  // Asked again by hand its answer is lost once more; with the line well again it goes by itself.
  await kept.getByRole('button', { name: say('students:kept.now') }).click()
  await expect(kept).toBeVisible()
  isLost = false
  await expect(kept).toHaveCount(0, { timeout: 60_000 })
  const proposal = page.getByRole('region', { name: say('students:proposal.title') })
  await expect(proposal).toContainText(say('students:proposal.offer'))
  await expectWritten(proposal, signer)
  expect(await line.stands(child.id)).toEqual(proposed)
  await expectGoodHouse(page, 'en', 'a proposed offer')
  await expectFits(page, 'en', 'a proposed offer')

  // The last seat went to another child: anyone who agrees is told so, and the proposal waits with every word.
  await line.offer(other.id, 'last-seat-en@home.example', 'head')
  const agree = proposal.getByRole('button', { name: say('students:proposal.approve') })
  await agree.click()
  await expect(proposal.getByRole('alert')).toHaveText(say('errors:student.seats-full'))
  await expect(page.getByText(say('students:hindrance.proposed'))).toBeVisible()
  await expectWritten(proposal, signer)
  await expectGoodHouse(page, 'en', 'a proposed offer without a seat')
  await expectFits(page, 'en', 'a proposed offer without a seat')
  expect(await line.stands(child.id)).toEqual({ ...proposed, taken: taken + 1 })

  await line.leaveFree(child.id, 1)
  await agree.click()
  await expect(page.getByText(say('students:done.taken'))).toBeVisible()
  await expect(proposal).toHaveCount(0)
  expect(await line.stands(child.id)).toEqual({ status: 'offer-out', offers: ['sent'], proposals: 0, taken: taken + 2 })
  const mail = await (await openMailbox(served, 'alnoor')).latest(signer.email, 'offer-link')
  expect(mail.links[0]).toMatch(/\/offer-letter\?lng=..#token=/)
})

test(
  'manara: of an offer that was written without a network nothing is lost when the last seat is gone, or the child was offered it meanwhile',
  later,
  async ({ served, visit }) => {
    test.slow()
    const say = speak('ar')
    const line = await openLine(served, 'manara')
    const [first, child, other] = await line.shortlisted(3)
    if (!first || !child || !other) throw new Error('nobody was brought')
    await line.leaveFree(child.id, 1)
    const { taken } = await line.stands(child.id)
    const { page, context } = await visit(served.origin('manara'), { worker: true })
    await openFile(page, manara, first.id)
    await context.setOffline(true)
    const signer = { name: 'هند المناعي', email: 'last-seat-gone@home.example' }
    const write = async () => {
      const form = await writeOffer(page, manara, signer)
      await form.getByRole('button', { name: say('students:moves.propose') }).click()
      await expect(keptIn(page, say)).toContainText(say('students:kept.offer'))
    }
    await write()
    await line.offer(other.id, 'last-seat-ar@home.example', 'head')
    await context.setOffline(false)
    const told = clashIn(page)
    await expect(told).toContainText(say('students:kept.refused', { move: say('students:move.offer-out') }))
    await expect(told).toContainText(say('errors:student.seats-full'))
    await expect(page.getByText(say('students:done.kept'))).toHaveCount(0)
    await expectWritten(told, signer)
    await expectGoodHouse(page, 'ar', 'an offer that was not taken')
    await expectFits(page, 'ar', 'an offer that was not taken')
    expect.soft(await smallTargets(page), 'too small: an offer that was not taken').toEqual([])
    await expect(told).toContainText(say('students:kept.againLater'))
    expect(await line.stands(first.id)).toEqual({ status: 'shortlisted', offers: [], proposals: 0, taken: taken + 1 })
    // One seat more: what was written is offered from where it stands.
    await line.leaveFree(first.id, 1)
    await page.reload()
    await told.getByRole('button', { name: say('students:kept.again') }).click()
    await expect(told).toHaveCount(0)
    expect(await line.stands(first.id)).toEqual({
      status: 'offer-out',
      offers: ['sent'],
      proposals: 0,
      taken: taken + 2,
    })

    // And one more, which a colleague offers to the very child for whom it is written here without a network.
    await line.leaveFree(child.id, 1)
    await page.goto(`/student/${child.id}`)
    await expect(page.getByRole('button', { name: say('students:move.offer-out'), exact: true })).toBeVisible()
    await context.setOffline(true)
    await write()
    await line.offer(child.id, 'colleague@home.example', 'head')
    await context.setOffline(false)
    const mine = told.getByRole('region', { name: say('students:clash.mine') })
    await expectWritten(mine, signer)
    const now = told.getByRole('region', { name: say('students:clash.theirs') })
    await expect(now).toContainText(say('students:status.offer-out'))
    await expectGoodHouse(page, 'ar', 'two offers side by side')
    await expectFits(page, 'ar', 'two offers side by side')
    const once = { status: 'offer-out', offers: ['sent'], proposals: 0, taken: taken + 3 }
    expect(await line.stands(child.id)).toEqual(once)
    await page.getByRole('button', { name: say('students:moves.leave') }).click()
    await expect(told).toHaveCount(0)
    expect(await line.stands(child.id)).toEqual(once)
  },
)
