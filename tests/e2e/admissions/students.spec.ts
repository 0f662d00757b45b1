import type { Page } from '@playwright/test'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { expect, type StageSchool, schools, test } from '#tests/e2e/kit/stage.ts'
import { openedFile } from '#tests/e2e/kit/student-desk.ts'
import { keptBy } from '#tests/support/checks/kept.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { fillSignIn, inLanguage, type Say, signOutAtDesk, speak } from '#tests/support/records/person.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { bringStudents } from '#tests/support/served/served-students.ts'

const [alnoor, manara] = schools

async function openDesk(page: Page, { code, lng }: StageSchool, path = '/dashboard') {
  const { userName, password } = signInOf(demoSchool(code), 'registrar')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  await expect(page.getByRole('table')).toBeVisible()
}

const countOf = async (page: Page, say: Say, status: string): Promise<number> => {
  const text = await page.getByRole('button', { name: say(`students:status.${status}`) }).textContent()
  return Number(text?.replaceAll(/\D/g, ''))
}

/** How much of the desk this browser remembers: the list, each opened file and how its documents stand. */
const countSeen = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('desk-alnoor')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const counting = db.transaction('seen').objectStore('seen').count()
          counting.onsuccess = () => {
            db.close()
            resolve(counting.result)
          }
        }
      }),
  )

/** What a desk shows as it was last seen, besides the list of students and their files; and how many answers that are. */
const elsewhere = [
  ['/pre_admission?list=received', 2],
  ['/pre_admission?list=papers', 1],
  ['/seats', 1],
  ['/letters', 3],
] as const

const expectOpenToAll = async (page: Page, where: string) => {
  expect.soft(await walkByTab(page), `walked: ${where}`).toEqual([])
  expect.soft(await hearPage(page), `heard: ${where}`).toEqual([])
  expect.soft(await smallTargets(page), `too small: ${where}`).toEqual([])
}

test('alnoor: a registrar finds a new student and shortlists them without a mouse, and the history says who did', async ({
  served,
  visit,
}) => {
  const { lng } = alnoor
  const say = speak(lng)
  // A child of its own: other journeys move whom they find, and who was begun by hand is shortlisted by nobody.
  const [name = ''] = await bringStudents(served, 'alnoor')
  const { page } = await visit(served.origin('alnoor'))
  await openDesk(page, alnoor, '/dashboard?sort=oldest')
  const press = (key: string) => page.keyboard.press(key)
  const [wereNew, wereListed] = [await countOf(page, say, 'new'), await countOf(page, say, 'shortlisted')]
  expect(wereNew).toBeGreaterThan(0)
  await expectGoodHouse(page, lng, 'students')

  await tabTo(page.getByRole('button', { name: say('students:status.new') }))
  await press('Enter')
  await expect(page).toHaveURL(/status=new/)
  const names = page.getByRole('rowheader').getByRole('button')
  await expect(names).toHaveCount(Math.min(wereNew, 50))
  // The address is enough: a colleague who opens it sees the same.
  await page.reload()
  await expect(names).toHaveCount(Math.min(wereNew, 50))

  const search = page.getByLabel(say('students:filter.text'))
  await tabTo(search)
  await page.keyboard.type(name)
  await expect(names).toHaveText([name])
  await tabTo(names.first())
  await press('Enter')
  const file = openedFile(page, name)
  await tabTo(file.getByRole('button', { name: say('admissions.readiness:act.withNote'), exact: true }))
  await press('Enter')
  await expect(file.getByLabel(say('students:said.note'))).toBeFocused()
  await page.keyboard.type('Seen at the open day')
  await tabTo(file.getByRole('button', { name: say('students:moves.confirm'), exact: true }))
  await press('Enter')

  await expect(file.getByRole('status')).toBeFocused()
  await expect(file.getByRole('status')).toHaveText(say('students:done.taken'))
  const latest = file
    .getByRole('region', { name: say('students:history.title') })
    .getByRole('listitem')
    .first()
  await expect(latest).toContainText('Seen at the open day')
  await expect(latest).toContainText(signInOf(demoSchool('alnoor'), 'registrar').name.en)
  await expectGoodHouse(page, lng, 'student file')
  await expectFits(page, lng, 'student file')
  await expectOpenToAll(page, 'student file')
  await press('s')
  const steps = file.getByRole('region', { name: say('students:moves.title') })
  await expect(steps.getByRole('button').first()).toBeFocused()
  await press('Escape')
  await expect(names.first()).toBeFocused()
  await page.goto('/dashboard?sort=oldest')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await countOf(page, say, 'new')).toBe(wereNew - 1)
  expect(await countOf(page, say, 'shortlisted')).toBe(wereListed + 1)
})

test('alnoor: anyone who decides on what somebody else has changed sees both, loses nothing and decides again', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const [name = ''] = await bringStudents(served, 'alnoor')
  const { page } = await visit(served.origin('alnoor'))
  await openDesk(page, alnoor, '/dashboard?status=new&sort=newest')
  const { page: other } = await visit(served.origin('alnoor'))
  await openDesk(other, alnoor, '/dashboard?status=new&sort=newest')
  for (const each of [page, other]) await each.getByRole('button', { name, exact: true }).click()
  const step = async (at: Page, to: string, reason: string) => {
    await at.getByRole('button', { name: say(`students:move.${to}`), exact: true }).click()
    await at.getByLabel(say('students:said.reason')).selectOption(reason)
  }
  await step(page, 'on-hold', 'papers-awaited')
  await page.getByLabel(say('students:said.note')).fill('The passport has expired')
  await page.getByLabel(say('students:said.reviewOn')).fill('2099-01-31')
  await step(other, 'waiting', 'grade-full')
  await other.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  await expect(other.getByText(say('students:done.taken'))).toBeVisible()

  await page.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  const clash = page.getByRole('alert')
  await expect(clash.getByRole('region', { name: say('students:clash.mine') })).toContainText(
    'The passport has expired',
  )
  const now = clash.getByRole('region', { name: say('students:clash.theirs') })
  await expect(now).toContainText(say('students:reason.grade-full'))
  // From the waiting list nobody is put on hold: the step is shut, what was typed is still there.
  await expect(clash).toContainText(say('students:clash.shut'))
  await expect(page.getByLabel(say('students:said.note'))).toHaveValue('The passport has expired')
  await expectGoodHouse(page, 'en', 'somebody was faster')
  await expectFits(page, 'en', 'somebody was faster')
  await page.getByRole('button', { name: say('students:moves.leave') }).click()
  await expect(clash).toHaveCount(0)
  await expect(page.getByRole('button', { name: say('students:move.shortlisted'), exact: true })).toBeVisible()
})

test('alnoor: what is lost on the way is asked for again, and a decision that is sent twice is taken once', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  await openDesk(page, alnoor, '/dashboard?status=shortlisted&sort=name')
  const names = page.getByRole('rowheader').getByRole('button')
  const name = (await names.first().textContent()) ?? ''
  await page.context().setOffline(true)
  await page.getByRole('button', { name: say('students:status.waiting') }).click()
  const failure = page.getByRole('alert')
  await expect(failure).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: say('students:status.shortlisted') }).click()
  await names.getByText(name, { exact: true }).click()
  const file = openedFile(page, name)
  const steps = file.getByRole('region', { name: say('students:history.title') }).getByRole('listitem')
  await expect(steps.first()).toBeVisible()
  const before = await steps.count()

  await file.getByRole('button', { name: say('students:move.waiting'), exact: true }).click()
  await file.getByLabel(say('students:said.reason')).selectOption('family-asked')
  await file.getByLabel(say('students:said.note')).fill('They move in August')
  // Closed by mistake: what was typed waits.
  await page.keyboard.press('Escape')
  await names.getByText(name, { exact: true }).click()
  await expect(file.getByLabel(say('students:said.note'))).toHaveValue('They move in August')

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
  await file.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  const kept = file.getByRole('region', { name: say('students:kept.title') })
  await expect(kept).toContainText(say('students:kept.waits'))
  await expectGoodHouse(page, 'en', 'a decision that waits')
  // Asked again by hand its answer is lost once more; with the line well again it goes by itself.
  await kept.getByRole('button', { name: say('students:kept.now') }).click()
  await expect(kept).toContainText(say('students:kept.waits'))
  isLost = false
  await expect(kept).toHaveCount(0, { timeout: 60_000 })
  await expect(steps).toHaveCount(before + 1)
})

test('alnoor: without a network the desk stands as it was last seen; what is decided then is kept, sent later and asked again', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'), { worker: true })
  await openDesk(page, alnoor, '/dashboard?status=waiting&sort=oldest')
  await readyOffline(page)
  const names = page.getByRole('rowheader').getByRole('button')
  const name = (await names.first().textContent()) ?? ''
  const file = openedFile(page, name)
  const decide = async (step: string) => {
    await file.getByRole('button', { name: step, exact: true }).click()
    await file.getByLabel(say('students:said.reason')).selectOption('other')
    await file.getByLabel(say('students:said.note')).fill('Said at the counter')
    await file.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  }
  await names.first().click()
  await expect(file.getByRole('heading', { name: say('students:moves.title') })).toBeVisible()
  await expect.poll(() => countSeen(page)).toBe(3)
  const [desk, opened] = [page.url(), new URL(page.url()).searchParams.get('open')]
  await page.goto('/pre_admission?list=unassigned')
  await expect(page.getByRole('table')).toBeVisible()
  await expect.poll(() => countSeen(page)).toBe(4)
  const banner = page.getByRole('banner')
  await expect(banner.getByText(say('sync:chip.synced'), { exact: true })).toBeVisible()
  let seen = 4
  for (const [path, answers] of elsewhere) {
    await page.goto(path)
    seen += answers
    await expect.poll(() => countSeen(page)).toBe(seen)
  }
  await page.goto('/pre_admission?list=unassigned')
  await expect(page.getByRole('table')).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  const lastData = say('students:lastData').split('{{')[0] ?? ''
  await expect(page.getByText(lastData)).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(banner.getByText(say('sync:chip.offline'), { exact: true })).toBeVisible()
  for (const [path] of elsewhere) {
    await page.goto(path)
    await expect(page.getByText(lastData).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
  // What stays on no device says so, and of which day the rest is, in each part of a file.
  for (const part of ['offers', 'notes', 'documents']) {
    await page.goto(`/student/${opened}?part=${part}`)
    await expect(page.getByText(lastData)).toBeVisible()
    await expect(page.getByText(say('students.file:notKept'))).toHaveCount(part === 'documents' ? 1 : 0)
    // Notes of colleagues are not here, and one can be written all the same.
    await expect(page.getByRole('button', { name: say('students.file:notes.write') })).toHaveCount(
      part === 'notes' ? 1 : 0,
    )
  }
  // The same documents as in the file, for reading alone.
  await page.goto(`/upload/${opened}`)
  await expect(page.getByRole('status')).toContainText(say('documents:lastSeen').split('{{')[0] ?? '')
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await expectGoodHouse(page, 'en', 'documents without a network')
  await page.goto(desk)
  await expect(file.getByText(lastData)).toBeVisible()
  await expectGoodHouse(page, 'en', 'a file without a network')
  const papers = file.getByRole('region', { name: say('documents:title') })
  const lastSeen = say('documents:lastSeen').split('{{')[0] ?? ''
  await expect(papers).toContainText(lastSeen)
  await papers.getByRole('button').first().click()
  const paper = page.getByRole('dialog')
  await expect(paper).toContainText(lastSeen)
  await expect(paper.locator('input[type=file]')).toHaveCount(0)
  await expectGoodHouse(page, 'en', 'a document without a network')
  await paper.getByRole('button', { name: say('documents:dialog.back') }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText(lastData)).toBeVisible()
  await expect(names.first()).toHaveText(name)
  await names.first().click()
  await decide(say('students:close.refused-by-school'))
  await expect(file.getByText(say('students:kept.proposal'))).toBeVisible()
  await expectOpenToAll(page, 'kept without a network')
  await page.context().setOffline(false)
  await page.reload()
  // It went by itself; whether it still holds is asked now, with the file as it is in sight.
  await expect(file.getByText(say('students:proposal.offline'))).toBeVisible()
  await expect(file.getByRole('region', { name: say('students:kept.title') })).toHaveCount(0)
  await expect(page.getByText(lastData)).toHaveCount(0)
  await file.getByRole('button', { name: say('students:proposal.approve') }).click()
  await expect(file.getByText(say('students:done.taken'))).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await keptBy(page)).databases).toContain('desk-alnoor')
  await signOutAtDesk(page, say)
  await expect.poll(async () => (await keptBy(page)).databases).not.toContain('desk-alnoor')
})

test('manara: the list and a file are read in Arabic, at every size', async ({ served, visit }) => {
  const { lng } = manara
  const say = speak(lng)
  const { page } = await visit(served.origin('manara'))
  await openDesk(page, manara, '/dashboard?status=on-hold')
  await expectGoodHouse(page, lng, 'students')
  await expectFits(page, lng, 'students')
  await expectOpenToAll(page, 'students')
  const first = page.getByRole('rowheader').getByRole('button').first()
  await first.click()
  const file = openedFile(page)
  await expect(file.getByRole('region', { name: say('students:history.title') })).toContainText(
    say('students:status.on-hold'),
  )
  await expectGoodHouse(page, lng, 'student file')
  await expectFits(page, lng, 'student file')
  await page.keyboard.press('Escape')
  await page.getByLabel(say('students:filter.text')).fill('لا أحد بهذا الاسم')
  await expect(page.getByRole('heading', { name: say('students:empty.filtered.title') })).toBeVisible()
})
