import type { Page } from '@playwright/test'
import type { Language } from '#tests/support/checks/words.ts'
import { inLanguage, type Say } from './person.ts'

/** What a family types into the enquiry. */
export interface Family {
  parent: string
  mobile: string
  email?: string
  child: string
  day: string
  month: string
  year: string
  grade: string
}

export const families: Record<Language, Family> = {
  en: {
    parent: 'Hind Al Mana',
    mobile: '5512 3456',
    child: 'Sara Al Mana',
    day: '3',
    month: '09',
    year: '2022',
    grade: 'KG1',
  },
  ar: { parent: 'هند المناعي', mobile: '٥٥١٢٣٤٥٦', child: 'سارة', day: '3', month: '09', year: '2022', grade: 'KG1' },
}

export const openEnquiry = async (page: Page, lng: Language): Promise<void> => {
  await page.goto(inLanguage('/enquiry/new', lng))
  await page.locator('form').waitFor()
}

const field = (page: Page, path: string) => page.locator(`[id="field-${path.replaceAll('.', '-')}"]`)

/** How long people take, as measured for phones (keystroke-level model): a key, a tap with its aim, a thought per field. */
const seconds = { key: 0.28, tap: 1.1, thought: 1.2 }

/** A person at the enquiry, who counts what it costs. */
export class Enquirer {
  readonly page: Page
  spent = 0

  constructor(page: Page) {
    this.page = page
  }

  async #type(path: string, text: string, within = field(this.page, path)) {
    await within.fill(text)
    this.spent += seconds.thought + seconds.tap + text.length * seconds.key
  }

  async #tap(work: () => Promise<unknown>, taps = 1) {
    await work()
    this.spent += seconds.thought + taps * seconds.tap
  }

  /** Everything that is required, in the order of the page. */
  async fill(family: Family): Promise<void> {
    const { page } = this
    const dob = field(page, 'children.0.dob')
    await this.#type('parent_name', family.parent)
    await this.#type('mobile', family.mobile)
    if (family.email) await this.#type('email', family.email)
    await this.#type('children.0.name', family.child)
    await this.#type('', family.day, dob.locator('input').first())
    await this.#tap(() => dob.locator('select').selectOption(family.month), 2)
    await this.#type('', family.year, dob.locator('input').last())
    await this.#tap(() => field(page, 'children.0.entry_year').locator('input').first().check())
    await this.#tap(() => field(page, 'children.0.grade').selectOption(family.grade), 2)
    await this.#tap(() => field(page, 'contact_consent').check())
  }

  async send(say: Say): Promise<void> {
    await this.#tap(() => this.page.getByRole('button', { name: say('forms:send'), exact: true }).click())
  }
}
