import type { Page } from '@playwright/test'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { makeSlots } from '#shared/admissions/appointment.contract.ts'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import { register, verifyEmail } from '#shared/identity/account.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { openMailbox } from '#tests/support/checks/mailbox.ts'
import type { Language } from '#tests/support/checks/words.ts'
import { fillSignIn, inLanguage, type Say, speak } from '#tests/support/records/person.ts'
import { openOffice } from '#tests/support/served/served-offers.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, schoolDay, signInOf } from '#tests/support/served/served-school-demo.ts'
import { type Acts, countActs } from './acts.ts'
import { expectFits, expectGoodHouse } from './house.ts'
import { expect, type Visit } from './stage.ts'
import { openedFile } from './student-desk.ts'

/*
 * From the finished application of one child to its confirmed place: what the school, its staff and the family do.
 */

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The school meets each child before an offer; it is put back afterwards. */
export async function openSchool(served: Served, code: string, putBack: (undo: () => Promise<unknown>) => void) {
  const ask = schoolAsker(served, code)
  const tokenOf = async (who: string) => (await ask(login, signInOf(demoSchool(code), who))).token
  const head = await tokenOf('head')
  const setRules = async (more: object) => {
    const { rules, revision } = await ask(admissionRules, {}, head)
    await ask(setAdmissionRules, { rules: { ...rules, ...more }, revision }, head)
  }
  const { interviewBeforeOffer } = (await ask(admissionRules, {}, head)).rules
  await setRules({ interviewBeforeOffer: true })
  putBack(() => setRules({ interviewBeforeOffer }))
  let startsAt = 0
  return {
    /** Counts a seat for this child and gives a time for its interview that begins within two minutes. */
    startWith: async (student_id: string): Promise<StudentRow> => {
      const token = await tokenOf('registrar')
      const { student } = await ask(studentData, { student_id }, token)
      await (await openOffice(served, code)).giveSeat(student)
      startsAt = Math.ceil((Date.now() + 60_000) / 60_000) * 60_000
      const { timeZone } = demoSchool(code)
      const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(startsAt)
      const day = schoolDay(code)
      const slots = {
        commandId: OpId.parse(crypto.randomUUID()),
        appointmentKind: 'interview' as const,
        campus: '',
        firstDay: day,
        lastDay: day,
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        times: [time],
        minutes: 20,
        except: [],
        room: '',
        onlineLink: '',
        interviewers: [],
        capacity: 1,
        changeHours: 0,
      }
      await ask(makeSlots, slots, token)
      return student
    },
    /** Waits until the interview has begun. */
    waitForInterview: () => new Promise((resolve) => setTimeout(resolve, Math.max(0, startsAt + 1000 - Date.now()))),
  }
}

interface OfChild {
  served: Served
  code: string
  lng: Language
  visit: (origin: string) => Promise<Visit>
  student: StudentRow
}

/** What staff do with one file; each visit begins at the list, and each act is counted. */
export class DeskVisits {
  readonly #of: OfChild
  readonly #say: Say
  readonly #pages = new Map<string, { page: Page; acts: Acts }>()
  #before = 0

  constructor(of: OfChild) {
    this.#of = of
    this.#say = speak(of.lng)
  }

  /** How many acts it took so far. */
  acts(): number {
    return [...this.#pages.values()].reduce((sum, { acts }) => sum + acts.count(), -this.#before)
  }

  /** The file opened from the list: one act. Signing in is none of the file's. */
  async #open(who: 'registrar' | 'finance') {
    const { served, code, lng, visit, student } = this.#of
    const list = inLanguage(`/dashboard?text=${encodeURIComponent(student.registration_id)}`, lng)
    const known = this.#pages.get(who)
    const page = known?.page ?? (await visit(served.origin(code))).page
    if (known) await page.goto(list)
    else {
      const acts = await countActs(page)
      const { userName, password } = signInOf(demoSchool(code), who)
      await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(list)}`, lng))
      await fillSignIn(page, this.#say, userName, password)
      await expect(page.getByRole('rowheader').getByRole('button').first()).toBeVisible()
      this.#before += acts.count()
      this.#pages.set(who, { page, acts })
    }
    await page.getByRole('rowheader').getByRole('button').first().click()
    const file = openedFile(page)
    await expect(file.getByRole('heading', { name: this.#say('students:moves.title') })).toBeVisible()
    return { page, file }
  }

  async shortlistAndAsk() {
    const page = this.#page()
    const file = openedFile(page)
    await file.getByRole('button', { name: this.#say('admissions.appointments:ask.shortlist') }).click()
    await expect(file.getByText(this.#say('students:done.taken'))).toBeVisible()
    await expect(file.getByRole('button', { name: this.#say('admissions.appointments:ask.family') })).toHaveCount(0)
    await expectGoodHouse(page, this.#of.lng, 'a shortlisted file')
  }

  /** Each document by one key: the letter where nothing has to be typed, Enter behind its day elsewhere. @returns how many */
  async reviewDocuments(): Promise<number> {
    const { page, file } = await this.#open('registrar')
    const say = this.#say
    await expect(file.getByRole('button', { name: say('admissions.readiness:act.review') })).toBeVisible()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    const day = dialog.getByLabel(say('documents:said.day'))
    await expect(dialog.getByRole('img')).toBeVisible()
    for (let count = 1; ; count += 1) {
      const title = (await dialog.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
      if (await day.isVisible()) {
        await day.fill('2099-01-31')
        await day.press('Enter')
      } else await page.keyboard.press('a')
      await expect(dialog.getByRole('heading', { level: 2, name: title, exact: true })).toHaveCount(0)
      if ((await dialog.count()) === 0) return count
      await expect(dialog.getByRole('img')).toBeVisible()
    }
  }

  async holdInterview() {
    const { file } = await this.#open('registrar')
    await file.getByRole('button', { name: this.#say('admissions.appointments:do.held') }).click()
    await expect(file.getByRole('button', { name: this.#say('students:move.offer-out'), exact: true })).toBeVisible()
  }

  async offer() {
    const [page, say] = [this.#page(), this.#say]
    const file = openedFile(page)
    await file.getByRole('button', { name: say('students:move.offer-out'), exact: true }).click()
    const form = file.getByRole('form', { name: say('students:move.offer-out') })
    await form.getByLabel(say('students:offer.startOn')).fill('2099-09-01')
    await form.getByLabel(say('students:offer.expiresOn')).fill('2099-03-01')
    const amount = form.getByLabel(say('students:offer.amount')).first()
    if ((await amount.inputValue()) === '') await amount.fill('30000')
    await form.getByLabel(say('students:offer.deposit')).fill('1000')
    await form.getByRole('button', { name: say('students:offer.send') }).click()
    await expect(file.getByText(say('students:done.taken')).first()).toBeVisible()
  }

  async recordDeposit() {
    const { file } = await this.#open('finance')
    const form = file.getByRole('form', { name: this.#say('admissions:offers.record'), exact: true })
    await form.getByLabel(this.#say('admissions:offers.receipt')).fill('D-1')
    await form.getByRole('button', { name: this.#say('admissions:offers.record') }).click()
    await expect(form).toHaveCount(0)
  }

  async confirm() {
    const { file } = await this.#open('registrar')
    await file.getByRole('button', { name: this.#say('students:move.confirmed'), exact: true }).click()
    await file.getByRole('button', { name: this.#say('students:moves.confirm'), exact: true }).click()
    await expect(file.getByText(this.#say('students:done.taken'))).toBeVisible()
  }

  #page(): Page {
    const page = this.#pages.get('registrar')?.page
    if (!page) throw new Error('the registrar has not opened the file')
    return page
  }
}

interface OfFamily {
  served: Served
  code: string
  lng: Language
  email: string
}

/** The family at its home: what it is asked for there, twice without a network. */
export class FamilySide {
  readonly #visit: Visit
  readonly #of: OfFamily
  readonly #say: Say

  private constructor(visit: Visit, of: OfFamily) {
    this.#visit = visit
    this.#of = of
    this.#say = speak(of.lng)
  }

  /** Opens an account with the address of the application, and signs in. */
  static async signUp(visit: Visit, of: OfFamily): Promise<FamilySide> {
    const { served, code, lng, email } = of
    const ask = schoolAsker(served, code)
    const password = 'a-family-that-applies'
    const { ticket } = await ask(register, { name: 'Hind Zubair', email, password, language: lng })
    const { code: proof } = await (await openMailbox(served, code)).latest(email, 'verify-account')
    await ask(verifyEmail, { ticket, code: proof })
    await visit.page.goto(inLanguage('/sign-in', lng))
    await fillSignIn(visit.page, speak(lng), email, password)
    const side = new FamilySide(visit, of)
    await expect(side.#card()).toBeVisible()
    return side
  }

  #card() {
    return this.#visit.page.getByRole('article').filter({ hasText: 'Sara Al Mana' })
  }

  /** Opens what waits for the family, from its home. */
  async #openNeed(kind: 'appointment' | 'documents' | 'offer') {
    const { page } = this.#visit
    await page.goto(inLanguage('/family', this.#of.lng))
    await expectGoodHouse(page, this.#of.lng, `home before: ${kind}`)
    const acts = page.getByRole('button', { name: this.#say(`overview.family:need.${kind}.act`), exact: true })
    const words = this.#say(`overview.family:need.${kind}.title` as never, { name: '', count: 6, first: '' }).trim()
    await acts
      .or(page.getByRole('button', { name: words }))
      .first()
      .click()
  }

  async chooseTime() {
    await this.#openNeed('appointment')
    const { page } = this.#visit
    await page
      .getByRole('button', { name: /^\d\d:\d\d/ })
      .first()
      .click()
    await expect(page.getByText(this.#say('admissions.appointments:family.done.booked'))).toBeVisible()
  }

  /** A photo of each document that is asked for; the network goes before the second one. */
  async sendDocuments() {
    await this.#openNeed('documents')
    const { page, context } = this.#visit
    const items = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
    const missing = items.filter({ hasText: this.#say('documents:family.state.missing') })
    await expect(missing.first()).toBeVisible()
    const names = await missing.getByRole('heading').allTextContents()
    const send = async (name: string) => {
      const picture = { name: `${name}.png`, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
      await items.filter({ hasText: name }).locator('input[type=file]').last().setInputFiles(picture)
    }
    const [first = '', ...others] = names
    await send(first)
    await expect(items.filter({ hasText: first })).toContainText(this.#say('documents:family.state.uploaded'))
    await context.setOffline(true)
    await expect(page.getByText(this.#say('documents:family.offline'))).toBeVisible()
    for (const name of others) await send(name)
    await context.setOffline(false)
    await expect(items.getByText(this.#say('documents:send.done'))).toHaveCount(names.length)
  }

  /** Signed without a network: it is sent once the network is back. */
  async signOffer() {
    await this.#openNeed('offer')
    const { page, context } = this.#visit
    const say = this.#say
    await page.getByRole('radio', { name: say('admissions.offer:kind.sign'), exact: true }).check()
    await page.getByLabel(say('link:signature.name')).fill('Hind Zubair')
    await page.waitForTimeout(1000)
    await context.setOffline(true)
    await page.getByRole('button', { name: say('admissions.offer:send.sign') }).click()
    await expect(page.getByText(say('admissions.offer:sent.waiting'))).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(say('admissions.offer:state.accepted'))).toBeVisible({ timeout: 30_000 })
  }

  async seesPlace() {
    const { page } = this.#visit
    await page.goto(inLanguage('/family', this.#of.lng))
    await expect(this.#card()).toContainText(this.#say('overview.family:canteen.balance'))
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, this.#of.lng, 'the home of a family with a place')
    await this.#forbidsFood()
  }

  /** What the child may not buy is chosen on its page. */
  async #forbidsFood() {
    const { page } = this.#visit
    const say = (key: string) => this.#say(`overview.family-food:${key}` as never)
    await page.goto(inLanguage('/family/children', this.#of.lng))
    await page.getByRole('button', { name: say('open') }).click()
    const fold = page.locator('details:has(input[type=checkbox])').first()
    await fold.locator('summary').click()
    await fold.getByRole('checkbox').first().check()
    await expectGoodHouse(page, this.#of.lng, 'food that is forbidden')
    await expectFits(page, this.#of.lng, 'food that is forbidden')
    await page.getByRole('button', { name: say('save'), exact: true }).click()
    await expect(page.getByText(say('none'))).toHaveCount(0)
    await expect(page.getByRole('button', { name: say('open') })).toBeVisible()
  }
}
