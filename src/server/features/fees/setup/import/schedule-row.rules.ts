import { maxFee } from '#shared/fees/setup/fee-fields.ts'
import { type FeeSchedule, schedulePupils } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { ScheduleColumn, ScheduleImport } from '#shared/fees/setup/schedule-import.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, type Minor, parseDecimalText } from '#shared/kernel/money.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

export type RefusedRow = ScheduleImport['refused'][number]
export type RowProblem = RefusedRow['problems'][number]

/** What rows are read by: the school's grades and components, each with its names. */
export interface RowWords {
  currency: Currency
  grades: readonly { code: string; name: string | Bilingual }[]
  components: readonly { code: string; name: Bilingual }[]
}

/** What a row says of a schedule. */
export interface ScheduleRowRead {
  place: Pick<FeeSchedule, 'grades' | 'pupils' | 'campus' | 'stream'>
  component: string
  amount: Minor
  approvedAmount: Minor | null
}

export const pupilWords = {
  all: { en: 'all', ar: 'الجميع' },
  new: { en: 'new', ar: 'جدد' },
  returning: { en: 'returning', ar: 'مستمرون' },
} as const satisfies Record<FeeSchedule['pupils'], Bilingual>

const isNamed = (cell: string, code: string, name: string | Bilingual): boolean =>
  (typeof name === 'string' ? [code, name] : [code, name.en, name.ar]).some((word) => foldText(word) === foldText(cell))

/** Reads one row, or says what is wrong with it. */
export function readScheduleRow(
  cells: Partial<Record<ScheduleColumn, string>>,
  words: RowWords,
): ScheduleRowRead | RowProblem[] {
  const problems: RowProblem[] = []
  const read = <V>(column: ScheduleColumn, why: RowProblem['why'], value: V | undefined): V | undefined => {
    if (value === undefined) problems.push({ column, why: cells[column]?.trim() ? why : 'missing' })
    return value
  }
  const grades = read('grades', 'unknown-grade', gradesIn(cells.grades, words))
  const pupils = read('pupils', 'unknown-pupils', pupilsIn(cells.pupils))
  const component = read('component', 'unknown-component', componentIn(cells.component, words))
  const amount = read('amount', 'not-an-amount', amountIn(cells.amount, words.currency))
  const approvedAmount = cells.approved?.trim()
    ? read('approved', 'not-an-amount', amountIn(cells.approved, words.currency))
    : null
  const [campus, stream] = [cells.campus?.trim() ?? '', cells.stream?.trim() ?? '']
  if (campus.length > 40) problems.push({ column: 'campus', why: 'too-long' })
  if (stream.length > 40) problems.push({ column: 'stream', why: 'too-long' })
  if (problems.length > 0 || !grades || !pupils || !component || amount === undefined || approvedAmount === undefined)
    return problems
  return { place: { grades, pupils, campus, stream }, component, amount, approvedAmount }
}

/** Names or codes with commas between them, in the school's order. */
function gradesIn(cell: string | undefined, { grades }: RowWords): string[] | undefined {
  const words = (cell ?? '')
    .split(/[,،;]/)
    .map((word) => word.trim())
    .filter(Boolean)
  const found = grades.filter(({ code, name }) => words.some((word) => isNamed(word, code, name)))
  return words.length > 0 && found.length === new Set(words.map(foldText)).size
    ? found.map(({ code }) => code)
    : undefined
}

/** Empty for all. */
function pupilsIn(cell: string | undefined): FeeSchedule['pupils'] | undefined {
  const text = cell?.trim() ?? ''
  return text === '' ? 'all' : schedulePupils.find((each) => isNamed(text, each, pupilWords[each]))
}

const componentIn = (cell: string | undefined, { components }: RowWords): string | undefined =>
  components.find(({ code, name }) => isNamed(cell ?? '', code, name))?.code

function amountIn(cell: string | undefined, currency: Currency): Minor | undefined {
  const amount = parseDecimalText((cell ?? '').replace(/[,٬]/g, ''), currency)
  return amount !== undefined && amount <= maxFee ? amount : undefined
}
