import type { Page } from '@playwright/test'
import { type MeantSale, sell, type SoldSale } from '#tests/e2e/kit/day.ts'
import {
  choosePassword,
  importCatalogue,
  inviteOperator,
  openFirstTill,
  operator,
} from '#tests/e2e/kit/found-school.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, test, type Visit } from '#tests/e2e/kit/stage.ts'
import type { Tablet } from '#tests/support/pos/tablet.ts'
import type { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { openSchoolApi } from '#tests/support/served/served-school-api.ts'
import { administrator, school } from './newcomer.ts'

interface Opening {
  port: number
  /** Where the administrator of the new school chooses a password. */
  link: string
  visit: (origin: string) => Promise<Visit>
  unpack: (origin: string) => Promise<Tablet>
}

const lng = 'en'
const say = speak(lng)
const person = { userName: administrator.email, password: 'six lamps on the pier' }

const cashSale = (title: string, barcode: string, total: number): MeantSale => ({
  title,
  ring: (till) => till.scan(barcode),
  parts: [{ by: 'cash' }],
  total,
  tenders: [{ kind: 'cash', amount: total }],
  cash: total,
})
/** What the catalogue has. */
const sales = [cashSale('a biscuit', '6291000000018', 250), cashSale('a laban', '6291000000025', 400)] as const

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sign-in`)
  await fillSignIn(page, say, person.userName, person.password)
  await expect(page).toHaveURL(/\/dashboard/)
}

/** The first till of a new school, with all that it has sold, and the administrator at a desk. */
export class FirstTill {
  readonly #opening: Opening
  readonly #tablet: Tablet
  readonly #till: TillPerson
  readonly #sold: SoldSale[] = []

  private constructor(opening: Opening, tablet: Tablet, till: TillPerson) {
    this.#opening = opening
    this.#tablet = tablet
    this.#till = till
  }

  /** What a new administrator does until the school sells, by screens alone. */
  static async open(opening: Opening): Promise<FirstTill> {
    const { link, visit, unpack } = opening
    const { origin } = new URL(link)
    const { page } = await visit(origin)
    await page.goto(link)
    await choosePassword(page, person.password)
    await expect(page.getByRole('link', { name: say('identity.account:verify.doneLink') })).toBeVisible()
    await signIn(page, origin)
    await page.goto(`${origin}/people`)
    await inviteOperator(page, lng, () => visit(origin))
    await page.goto(`${origin}/settings/start/catalogue`)
    await importCatalogue(page, lng)
    await page.goto(`${origin}/pos/devices`)
    const tablet = await unpack(origin)
    const till = await openFirstTill(tablet, page, lng)
    await page.close()
    return new FirstTill(opening, tablet, till)
  }

  async sell(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      const sale = sales[this.#sold.length % sales.length] ?? sales[0]
      this.#sold.push(await sell(this.#till, sale))
    }
  }

  /** Waits until the till says, by itself, that nothing of it is unsent. */
  async expectSent(): Promise<void> {
    await expect(this.#till.chip).toContainText(say('sync:chip.synced'), { timeout: 300_000 })
  }

  /** Sells while no server answers, and is switched off and on in between. */
  async sellAlone(count: number): Promise<void> {
    await this.sell(1)
    await this.#tablet.switchOff()
    await this.#tablet.switchOn()
    await this.#till.comeBack(operator)
    await this.sell(count - 1)
    await this.#till.expectChip('sync:chip.saved', { n: count })
    await this.#picture('machine-gone')
  }

  /** The first start of a new machine has an empty database: the till asks it, is refused, and keeps what it has. */
  async meetsEmptyServer(unsent: number): Promise<void> {
    const refused = this.#tablet.page.waitForResponse(
      (response) => response.url().includes('/sync/') && response.status() >= 400,
      { timeout: 120_000 },
    )
    await this.#till.sendNow()
    await refused
    await this.#till.expectChip('sync:chip.saved', { n: unsent })
  }

  /**
   * As the guide says: the administrator signs in again, waits until the tills have reported, and presses "Continue".
   * @param cameBack how many sales the copy lacked
   */
  async goOn(cameBack: number): Promise<void> {
    const { origin } = new URL(this.#opening.link)
    const words = (key: string, values = {}) => say(`sync.devices:restored.${key}`, values)
    const { page } = await this.#opening.visit(origin)
    await signIn(page, origin)
    await page.goto(`${origin}/status`)
    await expect(page.getByText(words('held'))).toBeVisible()
    await expect(page.getByText(words('reported', { count: 1, n: 1 }))).toBeVisible()
    await expect(page.getByText(words('cameBack', { count: cameBack }))).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('continue.png') })
    await page.getByRole('button', { name: words('goOn'), exact: true }).click()
    await expect(page.getByText(words('released'), { exact: true })).toBeVisible()
    await page.close()
  }

  /** Compares the server's transactions and the report of the shift with what was sold. @returns what was found */
  async expectAllAtServer(): Promise<string> {
    const { port } = this.#opening
    const served = { port, origin: (code: string) => `http://${code}.localhost:${port}` }
    const api = await openSchoolApi(served, school.code, person)
    const shiftId = await expectOnServer(api, '01', this.#sold)
    const { report, missingReceipts } = await api.shiftReport(shiftId)
    const total = this.#sold.reduce((sum, sale) => sum + sale.total, 0)
    expect(missingReceipts).toEqual([])
    expect(report).toMatchObject({ salesCount: this.#sold.length, total })
    const list = await this.#till.openList()
    await expect(list).toContainText(say('sync:list.nothing'))
    await this.#picture('drained')
    await this.#till.page.keyboard.press('Escape')
    return `${this.#sold.length} sales of ${total} fils are at the server, each once, and none waits at the till`
  }

  async #picture(name: string): Promise<void> {
    await this.#tablet.page.screenshot({ path: test.info().outputPath(`${name}.png`), animations: 'disabled' })
  }
}
