import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoPupil, DemoSchool, DemoStaff } from '#server/db/seed/demo-types.ts'
import { toDecimalText } from '#shared/kernel/money.ts'
import type { Language } from '#tests/support/checks/words.ts'
import { fillSignIn, type Say, speak } from '#tests/support/records/person.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'

/** One way in which a part is paid; amounts in minor units, left out for "all of it". */
export type Part =
  | { by: 'cash'; given?: number }
  | { by: 'account'; amount?: number }
  | { by: 'card'; amount?: number; reference: string }

/** What the screen said was sold. */
export interface Sold {
  receiptNo: string
  change: string
}

/** One printed row: its label in English, what stands beside the label, and its value. */
export interface PaperRow {
  label: string
  note: string
  value: string
}

/** The rows of a report as they stand on paper. */
export const readPaper = (paper: Locator): Promise<PaperRow[]> =>
  paper.getByRole('paragraph').evaluateAll((rows) =>
    rows.map((row) => ({
      label: row.querySelector('[lang=en]')?.textContent?.trim() ?? '',
      note: row.querySelector('span > bdi:not([lang])')?.textContent?.trim() ?? '',
      value: row.querySelector(':scope > bdi')?.textContent?.trim() ?? '',
    })),
  )

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const startsWith = (text: string) => new RegExp(`^\\s*${escaped(text)}`)

/** Slower than a scanner. */
const handMs = 60

/** What has to be known of a school to stand at its till, and of the people there. */
export type TillSchool = Pick<DemoSchool, 'currency' | 'catalogue'>
export type TillStaff = Pick<DemoStaff, 'userName' | 'password' | 'pin' | 'name'>
export type TillPupil = Pick<DemoPupil, 'admissionNo' | 'name'>

/** What a person stands before: a tablet, or one of several windows on it. */
export interface Window {
  readonly page: Page
  scan(code: string): Promise<void>
}

/** A person at the till of a tablet, who finds everything by what it is called in their language. */
export class TillPerson {
  readonly #tablet: Window
  readonly school: TillSchool
  readonly lng: Language
  readonly say: Say

  constructor(tablet: Window, school: TillSchool, lng: Language) {
    this.#tablet = tablet
    this.school = school
    this.lng = lng
    this.say = speak(lng)
  }

  get page(): Page {
    return this.#tablet.page
  }

  button = (key: string): Locator => this.page.getByRole('button', { name: startsWith(this.say(key)) })
  dialog = (key: string): Locator => this.page.getByRole('dialog', { name: startsWith(this.say(key)) })

  /** The first time on this till: password, then a PIN for later. */
  async signInFirst(person: TillStaff): Promise<void> {
    await this.page.goto('/pos-sign-in')
    const somebodyElse = this.page.getByRole('button', { name: this.say('identity.sign-in:pos.someoneElse') })
    await expect(somebodyElse.or(this.page.getByLabel(this.say('identity.sign-in:userName.label')))).toBeVisible()
    if (await somebodyElse.isVisible()) await somebodyElse.click()
    await fillSignIn(this.page, this.say, person.userName, person.password)
    for (const key of ['identity.sign-in:pin.choose', 'identity.sign-in:pin.repeat']) {
      const field = this.page.getByLabel(this.say(key))
      await field.pressSequentially(person.pin ?? '')
    }
    await expect(this.page).toHaveURL(/\/pos$/)
  }

  /** Any later time, with or without a network. */
  async signInByPin(person: TillStaff, pin = person.pin ?? ''): Promise<void> {
    const name = person.name[this.lng]
    await this.page.getByRole('button', { name: startsWith(name) }).click()
    await this.page.getByLabel(this.say('identity.sign-in:pin.label', { name })).pressSequentially(pin)
  }

  /** Once more, into the pad that is open. */
  async typePin(person: TillStaff): Promise<void> {
    const name = person.name[this.lng]
    await this.page.getByLabel(this.say('identity.sign-in:pin.label', { name })).pressSequentially(person.pin ?? '')
  }

  /**
   * Back at a tablet that was started again: still signed in, or by PIN where the browser lost the session with the power
   * (it writes browser storage up to a minute late).
   */
  async comeBack(person: TillStaff): Promise<void> {
    await this.page.goto('/pos-sign-in')
    const mine = this.page.getByRole('button', { name: startsWith(person.name[this.lng]) })
    await expect(this.goods.or(mine)).toBeVisible()
    if (await mine.isVisible()) await this.signInByPin(person)
    await expect(this.goods).toBeVisible()
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('common:signOut') }).click()
    await expect(this.page).toHaveURL(/\/pos-sign-in$/)
  }

  /** Its words change with the state; what it is for stands in its title. */
  get chip(): Locator {
    return this.page.getByTitle(this.say('sync:chip.open'))
  }

  /** The list behind the chip. */
  async openList(): Promise<Locator> {
    await this.chip.click()
    return this.dialog('sync:list.title')
  }

  /** Forgets how long the device meant to wait; with nothing left to send there is nothing to press. */
  async sendNow(): Promise<void> {
    const list = await this.openList()
    const send = list.getByRole('button', { name: this.say('sync:list.retry') })
    await send.click({ timeout: 3000 }).catch(async (error: unknown) => {
      if (await send.isEnabled()) throw error
    })
    await this.page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  }

  /** What the chip says, as far as the words before any age. */
  async expectChip(key: string, values: Record<string, string | number> = {}): Promise<void> {
    await expect(this.chip).toContainText(this.say(key, values), { timeout: 30_000 })
  }

  async openShift(floatAmount: number): Promise<void> {
    await expect(this.page.getByRole('heading', { name: this.say('pos.till:shift.openTitle') })).toBeVisible()
    await this.typeAmount(floatAmount)
    await this.button('pos.till:shift.open').click()
    await expect(this.goods).toBeVisible()
  }

  get goods(): Locator {
    return this.page.getByRole('region', { name: this.say('pos.till:goods.title') })
  }

  get cart(): Locator {
    return this.page.getByRole('complementary', { name: this.say('pos.till:cart.title') })
  }

  /** Presses the keys of the number pad that is on screen. */
  async typeAmount(amount: number): Promise<void> {
    for (const key of toDecimalText(amount, this.school.currency)) {
      const name = key === '.' ? this.say('pos.till:pad.point') : key
      await this.page.getByRole('button', { name, exact: true }).click()
    }
  }

  /** Taps an item by its English name, and answers what it asks. */
  async put(itemName: string, choices: readonly string[] = []): Promise<void> {
    const name = await this.tap(itemName)
    if (choices.length > 0) await this.answer(name, choices)
  }

  /** Opens the item's category and taps it; answers how it is called here. */
  async tap(itemName: string): Promise<string> {
    const item = itemNamed(this.school, itemName)
    const category = this.school.catalogue.categories.find(({ id }) => id === item.categoryId)
    await this.page
      .getByRole('navigation', { name: this.say('pos.till:goods.categories') })
      .getByRole('button', { name: category?.name[this.lng] ?? '', exact: true })
      .click()
    const name = item.name[this.lng]
    await this.goods
      .getByRole('button')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .click()
    return name
  }

  async answer(name: string, choices: readonly string[]): Promise<void> {
    const sheet = this.page.getByRole('dialog', { name })
    const modifiers = this.school.catalogue.modifierGroups.flatMap((group) => group.modifiers)
    for (const choice of choices) {
      const modifier = modifiers.find((known) => known.name.en === choice)
      await sheet.getByRole('button', { name: startsWith(modifier?.name[this.lng] ?? choice) }).click()
    }
    await sheet.getByRole('button', { name: startsWith(this.say('pos.till:item.add', { price: '' }).trim()) }).click()
    await expect(sheet).toBeHidden()
  }

  scan = (code: string): Promise<void> => this.#tablet.scan(code)

  /** Finds a pupil by what is typed and checks that it is this one. */
  async chooseCustomer(text: string, pupil: TillPupil): Promise<void> {
    await this.button('pos.till:customer.choose').click()
    const sheet = this.dialog('pos.till:customer.choose')
    await sheet.getByLabel(this.say('pos.till:customer.search')).pressSequentially(text, { delay: handMs })
    await sheet.getByRole('listitem').filter({ hasText: pupil.admissionNo }).getByRole('button').click()
    await this.expectCustomer(pupil)
  }

  async expectCustomer(pupil: TillPupil): Promise<void> {
    await expect(this.cart.getByRole('region', { name: this.say('pos.till:customer.title') })).toContainText(
      pupil.name[this.lng],
    )
  }

  /** Ten per cent off the cart, by the person who may; `approver` is asked for their PIN first. */
  async giveDiscount(reason: string, approver?: TillStaff): Promise<void> {
    await this.button('pos.till:discount.title').click()
    const sheet = this.dialog('pos.till:discount.title')
    if (approver)
      await sheet
        .getByLabel(this.say('identity.sign-in:pin.label', { name: approver.name[this.lng] }))
        .pressSequentially(approver.pin ?? '')
    await sheet.getByLabel(this.say('pos.till:discount.reason')).fill(reason)
    for (const key of ['1', '0']) await sheet.getByRole('button', { name: key, exact: true }).click()
    await sheet.getByRole('button', { name: this.say('pos.till:discount.give') }).click()
    await expect(sheet).toBeHidden()
  }

  /** Pays in one way or several and waits until it is saved. */
  async pay(...parts: readonly Part[]): Promise<Sold> {
    await this.button('pos.till:pay.open').click()
    const sheet = this.dialog('pos.till:pay.title')
    for (const [i, part] of parts.entries()) {
      await sheet.getByRole('radio', { name: this.say(`pos.till:tender.${part.by}`) }).check({ force: true })
      const amount = part.by === 'cash' ? part.given : part.amount
      if (part.by === 'card') await sheet.getByLabel(this.say('pos.till:pay.terminalRef')).fill(part.reference)
      if (amount !== undefined) await this.typeAmount(amount)
      const isLast = i === parts.length - 1
      const take = startsWith(this.say('pos.till:pay.takePart', { part: '#' }).split('#')[0] ?? '')
      await sheet.getByRole('button', { name: isLast ? this.say('pos.till:pay.complete') : take }).click()
    }
    return this.finishReceipt()
  }

  /** Reads the receipt on screen and goes on to the next customer. */
  async finishReceipt(): Promise<Sold> {
    const receipt = this.dialog('pos.till:receipt.saved')
    const code = receipt.getByRole('img')
    await expect(code).toBeVisible()
    const receiptNo = (await code.getAttribute('aria-label')) ?? ''
    const change = await receipt.getByRole('paragraph').first().innerText()
    await receipt.getByRole('button', { name: this.say('pos.till:receipt.next') }).click()
    await expect(receipt).toBeHidden()
    return { receiptNo, change }
  }

  async openMenu(key: string): Promise<void> {
    await this.page.getByRole('button', { name: this.say('pos.till:menu.open') }).click()
    await this.dialog('pos.till:menu.title')
      .getByRole('button', { name: this.say(key), exact: true })
      .click()
  }

  /** Counts blindly, once more where a reason is given, closes; answers the rows of the Z as they stand on paper. */
  async closeShift(counted: number, reason?: string): Promise<PaperRow[]> {
    await this.openMenu('pos.till:menu.close')
    await this.typeAmount(counted)
    await this.button('pos.till:close.counted').click()
    if (reason) {
      await expect(this.dialog('pos.till:close.title').getByRole('alert')).toBeVisible()
      await this.typeAmount(counted)
      await this.button('pos.till:close.counted').click()
    }
    return this.finishClose(reason)
  }

  /** Closes once it is counted; answers the rows of the Z as they stand on paper. */
  async finishClose(reason?: string): Promise<PaperRow[]> {
    if (reason) await this.page.getByLabel(this.say('pos.till:close.reason')).fill(reason)
    await this.dialog('pos.till:close.title')
      .getByRole('button', { name: this.say('pos.till:close.finish') })
      .click()
    const paper = this.dialog('pos.till:report.z').getByRole('article')
    await expect(paper).toBeVisible()
    return readPaper(paper)
  }
}
