import { studentList } from '#shared/admissions/student.contract.ts'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { register, verifyEmail } from '#shared/identity/account.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import { fillSignIn, inLanguage, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** A child of alnoor whose seat is booked and whom nothing hinders: the school asks for no papers until the end of the journey. */
async function openDoor(served: Served, putBack: (undo: () => Promise<unknown>) => void) {
  const ask = schoolAsker(served, 'alnoor')
  const { token } = await ask(login, signInOf(demoSchool('alnoor'), 'registrar'))
  const setTypes = async (change: (types: Awaited<ReturnType<typeof typesNow>>['types']) => typeof types) => {
    const { version, types } = await typesNow()
    const asked = { seen: version, types: change(types), commandId: OpId.parse(crypto.randomUUID()) }
    await ask(setDocumentTypes, asked, token)
  }
  const typesNow = () => ask(documentTypes, {}, token)
  const { types } = await typesNow()
  putBack(() => setTypes(() => types))
  await setTypes((all) => all.map((type) => ({ ...type, asked: [] })))
  const { students } = await ask(studentList, { filter: { status: ['booked'] }, sort: 'newest' }, token)
  for (const { student_id, student_name } of students) {
    const { moves } = await ask(studentData, { student_id }, token)
    if (moves.some(({ to, hindrances }) => to === 'confirmed' && hindrances.length === 0))
      return { id: student_id, name: student_name ?? '' }
  }
  throw new Error('nobody can be confirmed')
}

/** A guardian opens an account with the address to which the school writes about this child. @returns how they sign in */
async function openAccount(served: Served, studentId: string) {
  const ask = schoolAsker(served, 'alnoor')
  const { token } = await ask(login, signInOf(demoSchool('alnoor'), 'registrar'))
  const { family } = await ask(studentData, { student_id: studentId }, token)
  const email = family?.[0]?.email ?? ''
  const password = 'a-family-of-alnoor'
  const { ticket } = await ask(register, { name: 'Hind Al Mana', email, password, language: 'ar' })
  const { code } = await (await openMailbox(served, 'alnoor')).latest(email, 'verify-account')
  await ask(verifyEmail, { ticket, code })
  return { userName: email, password }
}

test('alnoor: anyone who is confirmed has an account at the tills, what it warns of is put right, and the family sees its child until that is ended', async ({
  served,
  visit,
  putBack,
}) => {
  test.slow()
  const { id, name } = await openDoor(served, putBack)
  const say = speak('en')
  const word = (key: string) => say(`admissions.joining:account.${key}`)
  const { page } = await visit(served.origin('alnoor'))
  const { userName, password } = signInOf(demoSchool('alnoor'), 'admin')
  const path = `/student/${id}`
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(path)}`, 'en'))
  await fillSignIn(page, say, userName, password)
  await page.getByRole('button', { name: say('students:move.confirmed'), exact: true }).click()
  await page.getByRole('button', { name: say('students:moves.confirm'), exact: true }).click()
  await expect(page.getByText(say('students:done.taken'))).toBeVisible()

  await page.goto(inLanguage(`${path}?part=offers`, 'en'))
  const account = page.getByRole('region', { name: word('title') })
  await expect(account.getByText(/^\d{8}$/)).toBeVisible()
  await account.getByRole('button', { name: word('allergens.change') }).click()
  await account.getByRole('checkbox', { name: say('pos.till:allergen.sesame') }).check()
  await expectGoodHouse(page, 'en', 'what the tills warn of')
  await expectFits(page, 'en', 'what the tills warn of')
  expect.soft(await smallTargets(page), 'too small: what the tills warn of').toEqual([])
  await account.getByRole('button', { name: word('allergens.save') }).click()
  await expect(account.getByRole('definition').first()).toContainText(say('pos.till:allergen.sesame'))

  await page.goto(inLanguage(`${path}?part=offers`, 'ar'))
  await expect(page.getByRole('region', { name: speak('ar')('admissions.joining:account.title') })).toBeVisible()
  await expectGoodHouse(page, 'ar', 'the account of a pupil')
  await expectFits(page, 'ar', 'the account of a pupil')
  await page.goto(inLanguage(`${path}?part=offers`, 'en'))
  await account.getByRole('link', { name: word('look') }).click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByRole('link', { name: say('pos.pupil-accounts:statement.file') })).toHaveAttribute(
    'href',
    path,
  )
  await expectGoodHouse(page, 'en', 'the account, from the file')

  const home = (await visit(served.origin('alnoor'))).page
  const mother = await openAccount(served, id)
  await home.goto(inLanguage('/sign-in', 'ar'))
  await fillSignIn(home, speak('ar'), mother.userName, mother.password)
  const joined = home.getByRole('article').filter({ hasText: speak('ar')('overview.family:canteen.balance') })
  await expect(joined).toBeVisible()
  await home.setViewportSize({ width: 390, height: 844 })
  await expectGoodHouse(home, 'ar', 'a family’s own children')
  await expectFits(home, 'ar', 'a family’s own children')
  await page.goto(inLanguage(`${path}?part=offers`, 'en'))
  const seen = account.getByRole('listitem').filter({ hasText: mother.userName })
  await expect(seen).toContainText(say('admissions.joining:family.sees'))
  await seen.getByRole('button').click()
  await expect(seen).toContainText(say('admissions.joining:family.ended'))
  await home.reload()
  await expect(home.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(joined).toHaveCount(0)
})
