import type { ColumnCells } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, type Minor, negate, parseDecimalText } from '#shared/kernel/money.ts'
import { toSingleLine } from '#shared/kernel/text/one-line.rules.ts'
import type { PhoneCountry } from '#shared/kernel/text/phone.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { type DayOrder, parseDay } from '#shared/lists/day-cell.rules.ts'
import { emailIn, isInScript, phoneIn } from '#shared/lists/person-cells.rules.ts'
import { CardNo } from '#shared/pos/card.contract.ts'
import type { Allergen, Diet } from '#shared/pos/catalogue.contract.ts'
import { readAllergens, readDiets } from '#shared/pos/food-words.rules.ts'
import type { NamedGrade } from '#shared/school/grades/grade-names.rules.ts'
import { gradeIn } from '#shared/school/grades/grade-words.rules.ts'
import type { PupilColumn, PupilProblem } from '#shared/students/pupils/pupil-import.contract.ts'

/** What a row says of a guardian; null where it says nothing. */
export interface FileGuardian {
  name: string | null
  email: string | null
  phone: string | null
}

/** A row as it is imported; absent for what the file does not say. */
export interface FilePupil {
  row: number
  admissionNo: string
  nameEn?: string | undefined
  nameAr?: string | undefined
  grade?: string | undefined
  className?: Bilingual | undefined
  birthDate?: Day | undefined
  cardNo?: string | undefined
  guardian?: FileGuardian | undefined
  openingBalance?: Minor | undefined
  dailyLimit?: Minor | undefined
  overdraft?: Minor | undefined
  allergens?: Allergen[] | undefined
  diet?: Diet[] | undefined
}

/** Facts of the school by which rows are read. */
export interface PupilSetting {
  order: DayOrder
  today: Day
  country: PhoneCountry
  currency: Currency
  /** Those that the school has set. */
  grades?: readonly NamedGrade[] | undefined
}

/** No school gives more than this on an account, in any currency. */
const maxAmount = 100_000_000
const admissionNoPattern = /^[\p{L}\p{N}][\p{L}\p{N}/._-]{0,31}$/u

type Why = PupilProblem['why']

/** Reads one row; with a problem it is not imported. Returns all its problems, not only the first. */
export function readPupilRow(
  row: number,
  cells: ColumnCells<PupilColumn>,
  setting: PupilSetting,
): { pupil: FilePupil; problems: PupilProblem[] } {
  const problems: PupilProblem[] = []
  const blame = (column: PupilColumn | null, why: Why) => void problems.push({ column, why })
  /** The value of a cell; `read` returns undefined for what it can't read. */
  const read = <V>(column: PupilColumn, why: Why, parse: (cell: string) => V | undefined): V | undefined => {
    const cell = toSingleLine(cells[column] ?? '')
    if (cell === '') return undefined
    const value = parse(cell)
    if (value === undefined) blame(column, why)
    return value
  }
  const text = (column: PupilColumn, most: number) =>
    read(column, 'too-long', (cell) => (cell.length <= most ? cell : undefined))
  const name = (column: PupilColumn, isArabic: boolean) => {
    const said = text(column, 160)
    if (said === undefined || isInScript(said, isArabic)) return said
    blame(column, 'script')
    return undefined
  }
  const amount = (column: PupilColumn, least: number) =>
    read(column, 'not-an-amount', (cell) => amountIn(cell, setting.currency, least))
  const admissionNo = read('admissionNo', 'not-a-number', admissionNoIn)
  if (admissionNo === undefined && toSingleLine(cells.admissionNo ?? '') === '') blame('admissionNo', 'missing')
  const classEn = text('classEn', 40)
  const pupil: FilePupil = {
    row,
    admissionNo: admissionNo ?? '',
    nameEn: name('nameEn', false),
    nameAr: name('nameAr', true),
    grade: read('grade', 'not-a-grade', (cell) => gradeIn(cell, setting.grades)),
    className: classEn === undefined ? undefined : { en: classEn, ar: text('classAr', 40) ?? classEn },
    birthDate: read('birthDate', 'not-a-day', (cell) => parseDay(cell, setting.order)),
    cardNo: read('cardNo', 'not-a-card', cardIn),
    guardian: guardianOf({
      name: text('guardianName', 160) ?? null,
      email: read('guardianEmail', 'not-an-email', emailIn) ?? null,
      phone: read('guardianPhone', 'not-a-phone', (cell) => phoneIn(cell, setting.country)) ?? null,
    }),
    openingBalance: amount('openingBalance', -maxAmount),
    dailyLimit: amount('dailyLimit', 0),
    overdraft: amount('overdraft', 0),
    allergens: read('allergens', 'unknown-allergen', readAllergens),
    diet: read('diet', 'unknown-diet', readDiets),
  }
  if (pupil.birthDate !== undefined && pupil.birthDate > setting.today) blame('birthDate', 'day-to-come')
  return { pupil, problems }
}

const guardianOf = (said: FileGuardian): FileGuardian | undefined =>
  said.name === null && said.email === null && said.phone === null ? undefined : said

const admissionNoIn = (cell: string) => {
  const number = latinDigits(cell)
  return admissionNoPattern.test(number) ? number : undefined
}

const cardIn = (cell: string) => CardNo.safeParse(latinDigits(cell).replaceAll(' ', '')).data

/** Reads an amount with its sign; a daily limit and an overdraft are never below zero. */
function amountIn(cell: string, currency: Currency, least: number): Minor | undefined {
  const plain = latinDigits(cell).replace(/[,٬]/g, '').replace(/^[−–]/, '-')
  const isBelow = plain.startsWith('-')
  const found = parseDecimalText(isBelow ? plain.slice(1) : plain, currency)
  if (found === undefined || found > maxAmount) return undefined
  const amount = isBelow ? negate(found) : found
  return amount >= least ? amount : undefined
}
