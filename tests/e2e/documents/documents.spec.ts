import type { Locator, Page } from '@playwright/test'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentDocuments } from '#shared/documents/document.contract.ts'
import { documentLink } from '#shared/documents/document-review.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openedFile } from '#tests/e2e/kit/student-desk.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { bringStudents } from '#tests/support/served/served-students.ts'

/** A picture that a browser can draw. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })

/** Somebody who has brought nothing yet. */
async function withoutPapers(code: string, served: Served, status: StudentStatus) {
  const ask = schoolAsker(served, code)
  const { token } = await ask(login, signInOf(demoSchool(code), 'registrar'))
  const { students } = await ask(studentList, { filter: { status: [status] } }, token)
  for (const student of students) {
    const { items } = await ask(studentDocuments, { student_id: student.student_id }, token)
    if (items.every(({ state }) => state === 'missing')) return student
  }
  throw new Error(`everybody who is ${status} has brought something`)
}

const expectOpenToAll = async (page: Page, where: string) => {
  expect.soft(await walkByTab(page), `walked: ${where}`).toEqual([])
  expect.soft(await hearPage(page), `heard: ${where}`).toEqual([])
  expect.soft(await smallTargets(page), `too small: ${where}`).toEqual([])
}

/** One paper in a dialog of its own, by the keyboard: looked at, approved, and back to where it was opened. */
async function decideInDialog(page: Page, opener: Locator) {
  const say = speak('en')
  await tabTo(opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Passport of the child' })
  await expect(dialog).toContainText(say('documents:class.S2.name'))
  await expect(dialog).toContainText(say('documents:next.missing'))
  await expect(dialog.getByRole('button', { name: say('documents:dialog.back') })).toBeFocused()
  await page.keyboard.press('n')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('p')
  await expect(dialog.getByRole('button', { name: say('documents:dialog.previous') })).toBeFocused()
  // The address is enough to stand there again.
  await page.reload()
  await dialog.locator('input[type=file]').last().setInputFiles(picture('The passport.png'))
  await expect(dialog.getByRole('button', { name: 'The passport.png' })).toBeVisible()
  await tabTo(dialog.getByRole('button', { name: say('documents:dialog.back') }))
  await page.keyboard.press('o')
  await expect(dialog.getByRole('img')).toBeVisible()
  await page.keyboard.press('a')
  const day = dialog.getByLabel(say('documents:said.day'))
  await expect(day).toBeFocused()
  await day.fill('2099-01-31')
  await expectGoodHouse(page, 'en', 'a document in a dialog')
  await expectFits(page, 'en', 'a document in a dialog')
  await expectOpenToAll(page, 'a document in a dialog')
  await day.press('Enter')
  await expect(dialog).toContainText(say('documents:next.approved'))
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Passport of the child' })).toContainText(
    say('documents:state.approved'),
  )
  await page.goBack()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: say('documents:dialog.back') }).press('Enter')
  await expect(opener).toBeFocused()
}

test('alnoor: a registrar adds a paper, refuses it and approves the next one by the keyboard, and asks the family for the rest', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const { registration_id } = await withoutPapers('alnoor', served, 'booked')
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(`/dashboard?text=${registration_id}`)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('rowheader').getByRole('button').first().click()
  const section = openedFile(page).getByRole('region', { name: say('documents:title') })
  await expect(section.getByRole('listitem').first()).toContainText(say('documents:state.missing'))
  await decideInDialog(page, section.getByRole('button', { name: 'Passport of the child' }))
  await section.getByRole('link', { name: say('documents:section.all') }).click()
  await expect(page).toHaveURL(/\/upload\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: /^Birth certificate/ }).click()
  const pane = page.getByRole('region', { name: 'Birth certificate' })
  const add = pane.locator('input[type=file]').last()
  await add.setInputFiles(picture('First page.png'))
  await expect(pane.getByText(say('documents:send.done'))).toBeVisible()
  await add.setInputFiles({ name: 'paper.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await expect(pane.getByText(say('errors:document.wrong-kind'))).toBeVisible()

  await expect(pane.getByRole('button', { name: 'First page.png' })).toBeVisible()
  // The letters work while the focus is in the list or the document.
  await tabTo(page.getByRole('button', { name: /^Birth certificate/ }))
  await page.keyboard.press('o')
  await expect(pane.getByRole('img')).toBeVisible()
  await page.keyboard.press('r')
  const why = pane.getByLabel(say('documents:said.reason'))
  await expect(why).toBeFocused()
  await why.selectOption('unreadable')
  await pane.getByRole('button', { name: say('documents:said.send') }).click()
  await expect(pane.getByText(say('documents:state.rejected')).first()).toBeVisible()
  await add.setInputFiles(picture('Second page.png'))
  await expect(pane.getByRole('button', { name: say('documents:act.approve') })).toBeVisible()
  // A PDF is shown by the browser's own reader, in a tab of its own.
  const sheet = { name: 'Third page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 third') }
  await add.setInputFiles(sheet)
  const tab = page.waitForEvent('popup')
  await pane.getByRole('button', { name: 'Third page.pdf' }).click()
  await tab
  await expect(pane.getByRole('link', { name: say('documents:files.open') })).toHaveAttribute('href', /^blob:/)
  await tabTo(page.getByRole('button', { name: /^Birth certificate/ }))
  await page.keyboard.press('a')
  await expect(pane.getByText(say('documents:state.approved')).first()).toBeVisible()
  await expect(pane.getByText('First page.png').first()).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('region', { name: 'Passport of the child' })).toBeVisible()
  await expectGoodHouse(page, 'en', 'documents')
  await expectFits(page, 'en', 'documents')
  await expectOpenToAll(page, 'documents')

  const ask = page.getByRole('region', { name: say('documents:ask.title') })
  await ask.getByLabel(say('students.family:guardian')).fill('Hind Al Mana')
  await ask.getByLabel(say('students.family:email'), { exact: true }).fill('papers@home.example')
  await ask.getByRole('button', { name: say('documents:ask.send') }).click()
  await expect(ask.getByText(say('documents:ask.state.waiting'))).toBeVisible()

  await page.goto(inLanguage(new URL(page.url()).pathname, 'ar'))
  await page.getByRole('button', { name: /^شهادة الميلاد/ }).click()
  const look = page.getByRole('button', { name: speak('ar')('documents:files.look') })
  await look.last().click()
  await expect(page.getByRole('region', { name: 'شهادة الميلاد' }).getByRole('img')).toBeVisible()
  await expectGoodHouse(page, 'ar', 'documents')
  await expectFits(page, 'ar', 'documents')
})

test('manara: a family sees what is missing by its link and sends it, also when the network goes for a while', async ({
  served,
  visit,
}) => {
  const say = speak('ar')
  const ask = schoolAsker(served, 'manara')
  const { token } = await ask(login, signInOf(demoSchool('manara'), 'registrar'))
  const student_id = (await withoutPapers('manara', served, 'shortlisted')).student_id
  const email = 'papers@home.example'
  const to = { student_id, guardian: 'هند المناعي', email, language: 'ar' as const }
  await ask(documentLink, to, token)
  const mail = await (await openMailbox(served, 'manara')).latest(email, 'documents-link')
  const { page, context } = await visit(served.origin('manara'))
  await page.goto(mail.links[0] ?? '')
  // The token is out of the address at once.
  await expect(page).toHaveURL(/\/documents$/)
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'شهادة الميلاد' }) })
  await expect(item).toContainText(say('documents:family.state.missing'))
  await expectGoodHouse(page, 'ar', 'family documents')
  await expectFits(page, 'ar', 'family documents')
  await expectOpenToAll(page, 'family documents')
  await item.locator('input[type=file]').last().setInputFiles(picture('صفحة.png'))
  await expect(item).toContainText(say('documents:family.state.uploaded'))
  await context.setOffline(true)
  await expect(page.getByText(say('documents:family.offline'))).toBeVisible()
  await item.locator('input[type=file]').last().setInputFiles(picture('ظهر.png'))
  await expect(item.getByText(say('documents:send.waiting'))).toBeVisible()
  await context.setOffline(false)
  await expect(item.getByText(say('documents:send.done'))).toHaveCount(2)
  await page.reload()
  await expect(item).toContainText(say('documents:family.state.uploaded'))
  await expectGoodHouse(page, 'ar', 'family documents sent')
  await page.goto('/documents#token=of-nobody')
  await expect(page.getByRole('heading', { level: 1, name: say('link:over') })).toBeVisible()
})

test('alnoor: who has decided on a paper stands at the next one that waits, and at the title after the last', async ({
  served,
  visit,
}) => {
  const say = speak('en')
  const [text] = await bringStudents(served, 'alnoor')
  const ask = schoolAsker(served, 'alnoor')
  const { userName, password } = signInOf(demoSchool('alnoor'), 'registrar')
  const { token } = await ask(login, { userName, password })
  const { students } = await ask(studentList, { filter: { text } }, token)
  const { page } = await visit(served.origin('alnoor'))
  const papers = `/upload/${students[0]?.student_id}`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(papers)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  const row = (paper: string) => page.getByRole('button', { name: new RegExp(`^${paper}`) })
  const [first, second] = ['Birth certificate', 'Passport of the child']
  for (const paper of [first, second]) {
    await row(paper).click()
    const pane = page.getByRole('region', { name: paper })
    await pane
      .locator('input[type=file]')
      .last()
      .setInputFiles(picture(`${paper}.png`))
    await expect(pane.getByRole('button', { name: say('documents:act.approve') })).toBeVisible()
  }
  await row(first).click()
  const approve = page.getByRole('button', { name: say('documents:act.approve') })
  await approve.press('Enter')
  await expect(row(second)).toBeFocused()
  await expect(page.getByRole('region', { name: second })).toBeVisible()
  await expect(page.getByText(`${first}: ${say('documents:done')}`)).toBeVisible()
  await expectGoodHouse(page, 'en', 'the next paper')
  // By the keyboard, with words: the form goes, and nothing else waits.
  await page.keyboard.press('r')
  const why = page.getByLabel(say('documents:said.reason'))
  await why.selectOption('unreadable')
  await page.getByRole('button', { name: say('documents:said.send') }).press('Enter')
  await expect(page.getByRole('heading', { name: second })).toBeFocused()
  await page.keyboard.press('p')
  await expect(page.getByRole('region', { name: second })).toHaveCount(0)
})
